// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { opening } from '../../../tests/support/opening.ts';
import type { Screen } from '../../../tests/support/signed-in-screen.tsx';
import { account, ENTRIES, enter, showReport } from './report.fixture.tsx';

const readPayees = vi.hoisted(() =>
  vi.fn<() => Promise<never>>(() => Promise.reject(new Error('the storage cannot be read'))),
);
vi.mock('#store/queries/report-payees', () => ({ readPayees }));

let shown: Screen;
afterEach(() => shown.close());

it('waits no longer for payees when they could not be read', async () => {
  shown = await showReport(async (db) => {
    await enter(db, await account(db, 'Personal'), ENTRIES);
  });
  const radio = await screen.findByRole('radio', { name: 'By payee' });
  await opening(() => fireEvent.click(radio));
  const region = await screen.findByRole('region', { name: 'By payee' });
  await waitFor(() => expect(readPayees).toHaveBeenCalled());
  await waitFor(() => expect(region.getAttribute('aria-busy')).toBe('false'));
});
