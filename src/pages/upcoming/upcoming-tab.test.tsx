// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { shiftDays, today } from '#domain/dates/dates';
import type { ScheduleRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { createAccount } from '#store/commands/accounts/account-create';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import { newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { SchedulesAnywhere } from '../../features/schedules/schedules-anywhere.tsx';
import { UpcomingTab } from './upcoming-tab.tsx';

let shown: Screen;
afterEach(() => shown.close());

const TODAY = today(new Date());

async function account(db: Database, name = 'Personal'): Promise<string> {
  const made = await createAccount(db, ACTOR, { name });
  if (!made.ok) throw new Error('no account');
  return made.id;
}

function fields(accountId: string, over: Partial<ScheduleFields> = {}): ScheduleFields {
  return {
    accountId,
    type: 'expense',
    amount: 1299,
    refund: false,
    category: 'Entertainment',
    lines: null,
    description: 'Music',
    notes: '',
    rhythm: 'week 1 1,2,3,4,5,6,7',
    weekend: 'as_is',
    startDate: TODAY,
    endDate: null,
    count: 3,
    mode: 'remind',
    amountMatch: 'near',
    ...over,
  };
}

async function schedule(db: Database, over: Partial<ScheduleFields> = {}): Promise<string> {
  const accountId = await account(db);
  const added = await addSchedule(db, ACTOR, fields(accountId, over));
  if (!added.ok) throw new Error('no schedule');
  return accountId;
}

/** The tab, and what stands over every page. */
async function open(prepare: (db: Database) => Promise<unknown>) {
  shown = await showSignedIn(
    <>
      <UpcomingTab />
      <SchedulesAnywhere />
    </>,
    prepare,
  );
  await screen.findByRole('heading', { name: 'Upcoming' });
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const rowsOf = async (accountId: string) => newestTransactions(shown.db, accountId, 50);

it('says what it is for, and opens an empty form', async () => {
  await open(account);
  expect(await screen.findByText('Nothing repeats yet.')).toBeTruthy();
  await press('New schedule');
  const form = within(await screen.findByRole('dialog', { name: 'New schedule' }));
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  expect(await form.findByText('Enter an amount.')).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText('Amount'));
});

it('says that a new schedule is not saved yet, and goes on with it', async () => {
  await open(account);
  await press('New schedule');
  const form = within(await screen.findByRole('dialog', { name: 'New schedule' }));
  fireEvent.change(form.getByLabelText('Description'), { target: { value: 'Rent' } });
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(await screen.findByText(/^Your new schedule “Rent” is not saved yet/)).toBeTruthy();
  await press('Continue');
  const again = within(await screen.findByRole('dialog', { name: 'New schedule' }));
  expect(again.getByDisplayValue('Rent')).toBeTruthy();
  fireEvent.click(again.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(/is not saved yet/)).toBeNull());
});

it('lists what is due, what comes with the balance after it, and the schedules in words', async () => {
  await open(schedule);
  const due = within(await screen.findByRole('list', { name: 'Due' }));
  expect(due.getAllByText('Music')).toHaveLength(1);
  const ahead = within(screen.getByRole('list', { name: 'Next 60 days' }));
  expect(ahead.getByText('-$25.98 after')).toBeTruthy();
  expect(ahead.getByText('-$38.97 after')).toBeTruthy();
  const listed = within(screen.getByRole('list', { name: 'Schedules' }));
  expect(listed.getByText(/^Every week on Monday, Tuesday/)).toBeTruthy();
  expect(listed.getByText('Reminds you')).toBeTruthy();
});

it('adds what is due with one press, and skips with another', async () => {
  let accountId = '';
  await open(async (db) => {
    accountId = await schedule(db, { startDate: shiftDays(TODAY, -1) });
  });
  const due = within(await screen.findByRole('list', { name: 'Due' }));
  const [first] = due.getAllByRole('button', { name: 'Add now: Music' });
  fireEvent.click(first ?? document.body);
  await waitFor(() => expect(due.getAllByText('Music')).toHaveLength(1));
  expect((await rowsOf(accountId)).map(({ date, amount }) => [date, amount])).toEqual([[shiftDays(TODAY, -1), 1299]]);
  fireEvent.click(due.getByRole('button', { name: 'Skip: Music' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Due' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Upcoming' }));
  expect(await rowsOf(accountId)).toHaveLength(1);
  expect(await screen.findByText('Skipped')).toBeTruthy();
});

it('adds one of them with another amount on another day, and the schedule stays', async () => {
  let accountId = '';
  await open(async (db) => {
    accountId = await schedule(db);
  });
  await press('With another date or amount: Music');
  const form = within(await screen.findByRole('dialog', { name: /^Music/ }));
  fireEvent.change(form.getByLabelText('Amount'), { target: { value: 'much' } });
  fireEvent.click(form.getByRole('button', { name: 'Add now' }));
  expect((await form.findByRole('alert')).textContent).toMatch(/number|amount/i);
  expect(document.activeElement).toBe(form.getByLabelText('Amount'));
  fireEvent.change(form.getByLabelText('Amount'), { target: { value: '14' } });
  fireEvent.change(form.getByLabelText('Date'), { target: { value: shiftDays(TODAY, -2) } });
  fireEvent.click(form.getByRole('button', { name: 'Add now' }));
  await waitFor(async () => expect(await rowsOf(accountId)).toHaveLength(1));
  expect((await rowsOf(accountId)).map(({ date, amount }) => [date, amount])).toEqual([[shiftDays(TODAY, -2), 1400]]);
  expect((await shown.db.schedules.toArray()).map(({ amount }) => amount)).toEqual([1299]);
});

it('edits a schedule, and takes one away with Undo', async () => {
  await open(schedule);
  await press('Edit Music');
  const form = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
  expect(form.queryByLabelText('Account')).toBeNull();
  fireEvent.change(form.getByLabelText('Amount'), { target: { value: '15' } });
  fireEvent.click(form.getByRole('button', { name: 'Update schedule' }));
  await waitFor(async () => expect((await shown.db.schedules.toArray())[0]?.amount).toBe(1500));
  await press('Delete Music');
  expect(await screen.findByText('Nothing repeats yet.')).toBeTruthy();
  await screen.findByText('Schedule deleted');
  const undo = screen.getAllByRole('button', { name: 'Undo' });
  fireEvent.click(undo[0] ?? document.body);
  expect(await screen.findByRole('list', { name: 'Schedules' })).toBeTruthy();
});

it('lists the schedules by their next date, and those that are over last, without what they would do', async () => {
  await open(async (db) => {
    const accountId = await schedule(db, { description: 'Over', startDate: shiftDays(TODAY, -9) });
    for (const [description, days] of [
      ['Later', 40],
      ['Soon', 2],
    ] as const) {
      await addSchedule(db, ACTOR, fields(accountId, { description, startDate: shiftDays(TODAY, days) }));
    }
  });
  for (const skip of await screen.findAllByRole('button', { name: 'Skip: Over' })) fireEvent.click(skip);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Due' })).toBeNull());
  const listed = within(screen.getByRole('list', { name: 'Schedules' })).getAllByRole('listitem');
  expect(listed.map((one) => one.querySelector('p')?.textContent)).toEqual(['Soon', 'Later', 'Over']);
  expect(listed[2]?.textContent).toContain('No more dates');
  expect(listed[2]?.textContent).not.toContain('Reminds you');
});

it('says how many are due when they are more than usual, and adds the first 500', async () => {
  let accountId = '';
  await open(async (db) => {
    accountId = await schedule(db, { mode: 'add', startDate: shiftDays(TODAY, -509), count: null });
  });
  expect(await screen.findByText('510 entries are due')).toBeTruthy();
  const due = screen.getByRole('list', { name: 'Due' });
  expect(within(due).getAllByText('Music')).toHaveLength(30);
  expect(within(due).getByRole('button', { name: 'Show 480 more' })).toBeTruthy();
  await press('Add the first 500');
  expect(await screen.findByText('500 entries added')).toBeTruthy();
  expect(await newestTransactions(shown.db, accountId, 1000)).toHaveLength(500);
  expect(screen.getByText('10 are still due.')).toBeTruthy();
});

it('asks about an entry beside the same one of a schedule, and keeps one of them with one press', async () => {
  let accountId = '';
  await open(async (db) => {
    accountId = await schedule(db, { mode: 'add', rhythm: 'month 1 on 31', startDate: shiftDays(TODAY, -40) });
    await addDueOccurrences(db, ACTOR);
    for (const { date } of await newestTransactions(db, accountId, 50)) {
      const entry = { accountId, type: 'expense', amount: '12.99', date, category: 'Entertainment' } as const;
      await addTransaction(db, ACTOR, { ...entry, description: 'Streaming' });
    }
  });
  const twice = within(await screen.findByRole('list', { name: 'Twice?' }));
  const many = twice.getAllByText('Music').length;
  expect(await rowsOf(accountId)).toHaveLength(many * 2);
  fireEvent.click(twice.getAllByRole('button', { name: 'Keep the entered one: Music' })[0] ?? document.body);
  await waitFor(async () => expect(await rowsOf(accountId)).toHaveLength(many * 2 - 1));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Upcoming' }));
  expect((await rowsOf(accountId)).filter(({ description }) => description === 'Streaming')).toHaveLength(many);
  await screen.findByText('Transaction deleted');
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] ?? document.body);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Both are right/ })).toHaveLength(many));
  for (const both of screen.getAllByRole('button', { name: /^Both are right/ })) fireEvent.click(both);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Twice?' })).toBeNull());
  expect(await rowsOf(accountId)).toHaveLength(many * 2);
});

it('goes on with what nobody keeps going', async () => {
  await open(async (db) => {
    await schedule(db);
    await db.schedules.toCollection().modify({ userId: null, userEmail: null } satisfies Partial<ScheduleRow>);
  });
  await press('Keep adding it: Music');
  await waitFor(async () => expect((await shown.db.schedules.toArray())[0]?.userId).toBe(ACTOR.userId));
  expect(await screen.findByText('Reminds you')).toBeTruthy();
});

it('shows a viewer everything, and no button', async () => {
  await open(async (db) => {
    await schedule(db);
    await db.accounts.toCollection().modify({ ownerId: '00000000-0000-4000-8000-00000000000b' });
  });
  expect(await screen.findByRole('list', { name: 'Due' })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: /Music|New schedule/ })).toEqual([]);
});

it('offers what seems to repeat with the filled form, and what is not wanted only once', async () => {
  await open(async (db) => {
    const accountId = await account(db);
    for (const [description, ago] of [
      ['Gym', 1],
      ['Gym', 2],
      ['Gym', 3],
      ['Paper', 1],
      ['Paper', 2],
      ['Paper', 3],
    ] as const) {
      const date = shiftDays(TODAY, 6 - ago * 7);
      const entry = { accountId, type: 'expense', amount: '29.50', date, description, category: 'Healthcare' } as const;
      await addTransaction(db, ACTOR, entry);
    }
  });
  const found = within(await screen.findByRole('list', { name: 'These seem to repeat' }));
  expect(found.getAllByText(/^Every week on \w+day, 3 times so far$/)).toHaveLength(2);
  fireEvent.click(found.getByRole('button', { name: 'Do not offer Paper' }));
  await waitFor(() => expect(found.queryByText('Paper')).toBeNull());
  fireEvent.click(found.getByRole('button', { name: 'Make it repeat: Gym' }));
  const form = within(await screen.findByRole('dialog', { name: 'Make it repeat' }));
  expect(form.getByText('Gym · -$29.50 · Healthcare · Personal')).toBeTruthy();
  fireEvent.click(form.getByRole('button', { name: 'Add schedule' }));
  expect(await screen.findByRole('list', { name: 'Schedules' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'These seem to repeat' })).toBeNull());
});
