// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Screen } from '../../../tests/support/signed-in-screen.tsx';
import { account, ENTRIES, enter, showReport } from './report.fixture.tsx';

let shown: Screen;
afterEach(() => shown.close());

it('the sums are in sight before anything of the charts is drawn', async () => {
  const states = new Set<string>();
  const watch = new MutationObserver(() => {
    const [sums, charts] = [document.querySelector('main dl, dl'), document.querySelector('[data-chart]')];
    states.add(`${sums ? 'sums' : 'no sums'}, ${charts ? 'charts' : 'no charts'}`);
  });
  watch.observe(document, { childList: true, subtree: true });
  shown = await showReport(async (db) => enter(db, await account(db, 'Personal'), ENTRIES));
  await waitFor(() => expect(document.querySelector('[data-chart]')).not.toBeNull());
  await screen.findByRole('table', { name: 'Over time' });
  watch.disconnect();
  expect([...states]).toEqual(expect.arrayContaining(['sums, no charts', 'sums, charts']));
  expect(states).not.toContain('no sums, charts');
});
