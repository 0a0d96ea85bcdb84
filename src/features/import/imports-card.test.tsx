// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT } from '#store/database/rows.fixture';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

it('the list says the time of day, and an import that brought nothing offers no Revert', async () => {
  const createdAt = new Date(2026, 2, 5, 14, 5).toISOString();
  await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db, actor }) => {
      await putOwnAccount(db, actor.userId, 'Household');
      const { userId, email } = actor;
      const made = { id: crypto.randomUUID(), version: 1, accountId: ACCOUNT, createdAt, userId, userEmail: email };
      await db.imports.put({ ...made, fileName: 'march.csv', format: 'csv' });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Details' }));
  const list = within(await screen.findByRole('region', { name: 'Imports' }));
  expect(list.getByText(/Mar 5, 2026, 2:05\sPM · everything was here already/)).toBeDefined();
  expect(list.queryByRole('button', { name: 'Revert march.csv' })).toBeNull();
});
