// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatWeekdayAndDate, shiftDays, today } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import type { Database } from '#store/database/database';
import { newestTransactions } from '#store/queries/rows/transactions';
import { readSchedules } from '#store/queries/schedules/open-occurrences';
import { readUpcoming } from '#store/queries/schedules/upcoming';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { type ScheduleRequest, useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
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

it('takes the entry for the occurrence that is nearest to its day', async () => {
  const form = await repeat(rent);
  const next = () => form.getByRole('status').textContent ?? '';
  const tomorrow = shiftDays(TODAY, 1);
  fireEvent.change(form.getByLabelText('Day'), { target: { value: String(Number(tomorrow.slice(8))) } });
  expect(next()).toContain('Next: ');
  expect(next()).not.toContain(formatWeekdayAndDate(tomorrow));
});

const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const drafts = () => shown.db.drafts.toCollection().primaryKeys();
const openForm = (request: ScheduleRequest) => act(async () => useScheduleForm.getState().open(request));
const textIn = (form: ReturnType<typeof within>, label: string) => {
  const field = form.getByLabelText(label);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : null;
};

describe('what was typed and not saved', () => {
  it('comes back when the form is opened again, and goes with what is saved', async () => {
    const form = await repeat(rent);
    fireEvent.change(form.getByLabelText('On'), { target: { value: 'last' } });
    fireEvent.change(form.getByLabelText('Every'), { target: { value: '2' } });
    const request = useScheduleForm.getState().request;
    if (!request) throw new Error('no form');
    pressEscape();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    await openForm(request);
    const again = within(await screen.findByRole('dialog', { name: 'Make it repeat' }));
    expect(again.getByText(/^Not saved yet/)).toBeTruthy();
    expect([textIn(again, 'On'), textIn(again, 'Every')]).toEqual(['last', '2']);
    fireEvent.click(again.getByRole('button', { name: 'Add schedule' }));
    await waitFor(async () => expect(await schedules()).toMatchObject([{ rhythm: 'month 2 workday last' }]));
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is nothing where somebody only looked, or pressed too early', async () => {
    shown = await showSignedIn(<SchedulesAnywhere />, (db) => account(db, 'Household'));
    await openForm({ kind: 'new', accountId: null });
    const form = within(await screen.findByRole('dialog', { name: 'New schedule' }));
    fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
    expect(await form.findByText('Enter an amount.')).toBeTruthy();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await drafts()).toEqual([]);
  });

  it('goes with Cancel', async () => {
    const form = await repeat(rent);
    fireEvent.change(form.getByLabelText('Every'), { target: { value: '2' } });
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('of an edit leaves what somebody else has changed meanwhile', async () => {
    const form = await repeat(rent);
    fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
    await waitFor(async () => expect(await schedules()).toHaveLength(1));
    const [schedule] = await schedules();
    if (!schedule) throw new Error('no schedule');
    await openForm({ kind: 'edit', schedule, other: null });
    const edit = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
    fireEvent.change(edit.getByLabelText('Amount'), { target: { value: '950' } });
    pressEscape();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    const changed = { ...schedule, description: 'Rent and heating' };
    await shown.db.schedules.put(changed);
    await openForm({ kind: 'edit', schedule: changed, other: null });
    const again = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
    expect([textIn(again, 'Amount'), textIn(again, 'Description')]).toEqual(['950', 'Rent and heating']);
  });
});

it('says between which accounts a transfer goes that is edited', async () => {
  const form = await repeat(async (db) => {
    const fromAccountId = await account(db, 'Household');
    const toAccountId = await account(db, 'Savings');
    const transfer = { amount: '300', date: TODAY, description: 'Put aside', notes: '' };
    await addTransfer(db, ACTOR, { ...transfer, fromAccountId, toAccountId });
    return newest(db, fromAccountId);
  });
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  await waitFor(async () => expect(await schedules()).toHaveLength(2));
  const [planned] = await readSchedules(shown.db);
  if (!planned) throw new Error('no schedule');
  await openForm({ kind: 'edit', ...planned });
  const edit = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
  expect(edit.getByText('Household to Savings')).toBeTruthy();
});
