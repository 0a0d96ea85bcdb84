// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { updateSchedule } from '#store/commands/schedules/schedule-update';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import { findTransaction, newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, type Screen, showSignedIn } from '../../../../tests/support/signed-in-screen.tsx';
import { useScheduleForm } from '../../../session/schedules/schedule-form-state.ts';
import { RepeatsLine } from './repeats-line.tsx';

let shown: Screen;
const onClose = vi.fn<() => void>();
afterEach(async () => {
  onClose.mockReset();
  useScheduleForm.getState().close();
  await shown.close();
});

let row: TransactionRow;

async function rent(db: Database): Promise<void> {
  const account = await createAccount(db, ACTOR, { name: 'Personal' });
  if (!account.ok) throw new Error('no account');
  const entry = {
    type: 'expense',
    amount: '850',
    date: '2026-03-05',
    description: 'Rent',
    category: 'Housing',
  } as const;
  await addTransaction(db, ACTOR, { ...entry, accountId: account.id });
  const [added] = await newestTransactions(db, account.id, 1);
  if (!added) throw new Error('no row');
  row = added;
}

async function repeats(db: Database): Promise<void> {
  await rent(db);
  const { accountId, type, amount, refund, category, description, notes } = row;
  const timing = { rhythm: 'month 1 on 5', weekend: 'as_is', startDate: row.date, endDate: null, count: 1 } as const;
  const fields = { accountId, type, amount, refund, category, description, notes, lines: null, ...timing };
  const added = await addSchedule(db, ACTOR, { ...fields, mode: 'remind', amountMatch: 'near' }, { entries: [row] });
  if (!added.ok) throw new Error('no schedule');
}

const open = async (prepare: (db: Database) => Promise<void>) => {
  const Line = () => <RepeatsLine row={row} onClose={onClose} />;
  shown = await showSignedIn(<Line />, prepare);
};

it('makes an entry repeat that no schedule stands for', async () => {
  await open(rent);
  fireEvent.click(await screen.findByRole('button', { name: 'Make it repeat' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(useScheduleForm.getState().request).toEqual({ kind: 'repeat', entry: row });
});

it('names the schedule of an entry, and its maker', async () => {
  await open(repeats);
  expect(await screen.findByText('By the schedule Rent (You)')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('gives an older entry what the schedule says now, with one press', async () => {
  await open(async (db) => {
    await repeats(db);
    const [schedule] = await db.schedules.toArray();
    if (!schedule) throw new Error('no schedule');
    await updateSchedule(db, ACTOR, { schedule, other: null }, { amount: 90_000, description: 'Rent, new flat' });
  });
  expect(await screen.findByText('The schedule says $900.00, Rent, new flat')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take it' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const taken = await findTransaction(shown.db, row.id, row);
  expect(taken).toMatchObject({ amount: 90_000, description: 'Rent, new flat', category: 'Housing', date: row.date });
});
