// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { shiftDays, today } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import type { Database } from '#store/database/database';
import { newestTransactions } from '#store/queries/rows/transactions';
import { readUpcoming } from '#store/queries/schedules/upcoming';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { SchedulesAnywhere } from './schedules-anywhere.tsx';

let shown: Screen;
afterEach(async () => {
  useScheduleForm.getState().close();
  await shown.close();
});

const TODAY = today(new Date());

async function account(db: Database, name: string): Promise<string> {
  const made = await createAccount(db, ACTOR, { name });
  if (!made.ok) throw new Error('no account');
  return made.id;
}

async function newest(db: Database, accountId: string): Promise<TransactionRow> {
  const [row] = await newestTransactions(db, accountId, 1);
  if (!row) throw new Error('no row');
  return row;
}

async function rent(db: Database): Promise<TransactionRow> {
  const accountId = await account(db, 'Household');
  const entry = { type: 'expense', amount: '900', date: TODAY, description: 'Rent', category: 'Housing' } as const;
  await addTransaction(db, ACTOR, { ...entry, accountId });
  return newest(db, accountId);
}

/** Opens the form with the entry that `prepare` made. */
async function repeat(prepare: (db: Database) => Promise<TransactionRow>) {
  let entry: TransactionRow | undefined;
  shown = await showSignedIn(<SchedulesAnywhere />, async (db) => {
    entry = await prepare(db);
  });
  const row = entry;
  if (!row) throw new Error('no entry');
  await act(async () => useScheduleForm.getState().open({ kind: 'repeat', entry: row }));
  return within(await screen.findByRole('dialog', { name: 'Make it repeat' }));
}

const schedules = () => shown.db.schedules.toArray();

it('makes rent repeat on the last workday: one choice and one press', async () => {
  const form = await repeat(rent);
  fireEvent.change(form.getByLabelText('On'), { target: { value: 'last' } });
  expect(form.getByRole('status').textContent).toMatch(/^Every month on the last workdayNext: .*; .*; /);
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  await waitFor(async () => expect(await schedules()).toHaveLength(1));
  expect(await schedules()).toMatchObject([
    { rhythm: 'month 1 workday last', amount: 90_000, category: 'Housing', startDate: TODAY, mode: 'add' },
  ]);
  expect(await screen.findByText('Schedule added')).toBeTruthy();
});

it('says what is wrong at its field, and keeps what was typed', async () => {
  const form = await repeat(rent);
  fireEvent.click(form.getByRole('button', { name: 'Change what is added' }));
  fireEvent.change(form.getByLabelText('Description'), { target: { value: 'Rent and heating' } });
  fireEvent.change(form.getByLabelText('Every'), { target: { value: 'two' } });
  fireEvent.change(form.getByLabelText('Ends'), { target: { value: 'count' } });
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  expect(await form.findByText('Enter a whole number from 1 to 99.')).toBeTruthy();
  expect(form.getByText('Fill this in.')).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText('Every'));
  fireEvent.change(form.getByLabelText('Every'), { target: { value: '2' } });
  fireEvent.change(form.getByLabelText('How many times'), { target: { value: '6' } });
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  await waitFor(async () => expect(await schedules()).toHaveLength(1));
  const rhythm = `month 2 on ${Number(TODAY.slice(8))}`;
  expect(await schedules()).toMatchObject([{ rhythm, count: 6, description: 'Rent and heating' }]);
});

it('repeats both sides of a transfer, from either of them', async () => {
  let toAccountId = '';
  const form = await repeat(async (db) => {
    const fromAccountId = await account(db, 'Household');
    toAccountId = await account(db, 'Savings');
    const transfer = { amount: '300', date: TODAY, description: 'Put aside', notes: '' };
    await addTransfer(db, ACTOR, { ...transfer, fromAccountId, toAccountId });
    return newest(db, toAccountId);
  });
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  await waitFor(async () => expect(await schedules()).toHaveLength(2));
  const both = await schedules();
  expect(both.map(({ type, amount, category }) => [type, amount, category]).sort()).toEqual([
    ['expense', 30_000, 'Transfer'],
    ['income', 30_000, 'Transfer'],
  ]);
  expect(both.find(({ type }) => type === 'income')?.accountId).toBe(toAccountId);
  expect(new Set(both.map(({ pairId }) => pairId)).size).toBe(1);
  // The transfer stands for the first one.
  expect((await readUpcoming(shown.db)).overdue).toEqual([]);
});

it('says what is due since an earlier start', async () => {
  const form = await repeat(rent);
  fireEvent.change(form.getByLabelText('Unit'), { target: { value: 'day' } });
  fireEvent.change(form.getByLabelText('Starts on'), { target: { value: shiftDays(TODAY, -4) } });
  expect(form.getByText('4 are due already and are added at once.')).toBeTruthy();
  fireEvent.click(form.getByRole('radio', { name: 'Remind me' }));
  expect(form.getByText('4 are due already.')).toBeTruthy();
  fireEvent.click(form.getByRole('radio', { name: 'Add it' }));
  fireEvent.change(form.getByLabelText('Starts on'), { target: { value: shiftDays(TODAY, -1500) } });
  expect(form.getByText('1,500 are due already. That is more than usual, so you are asked first.')).toBeTruthy();
});
