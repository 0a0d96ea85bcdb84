// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { ACCOUNT } from '#store/database/rows.fixture';
import { readScope } from '#store/ledger/many-pages';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { RENT } from '../../store/commands/schedules/schedules.fixture.ts';
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

it('a revert says before that an entry of a schedule keeps the amount and date of the bank', async () => {
  const now = new Date(2026, 2, 10, 12);
  await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db, actor }) => {
      await putOwnAccount(db, actor.userId, 'Household');
      await addSchedule(db, actor, { ...RENT, startDate: '2026-02-28' }, {}, now);
      await addDueOccurrences(db, actor, {}, now);
      const [row] = (await readScope(db, `account:${ACCOUNT}`)).flatMap((page) => page.rows);
      if (!row) throw new Error('nothing was added');
      const correction = { type: 'expense', amount: 91_250, date: '2026-03-02', category: 'Home' } as const;
      const linked = {
        kind: 'link',
        key: 'a'.repeat(40),
        bankId: null,
        importedText: 'LANDLORD',
        row,
        correction,
      } as const;
      await carryOutImport(
        db,
        actor,
        { accountId: ACCOUNT, fileName: 'march.csv', format: 'csv', rows: [linked] },
        {},
        now,
      );
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Details' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Revert march.csv' }));
  expect(
    await screen.findByText('1 transaction that a schedule had added keeps the amount and date of the bank.'),
  ).toBeDefined();
});
