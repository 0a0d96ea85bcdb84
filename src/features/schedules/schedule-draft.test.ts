import { expect, test } from 'vitest';
import { transactionRow } from '#store/database/rows.fixture';
import {
  checkScheduleDraft,
  newScheduleDraft,
  repeatedDraft,
  type ScheduleDraft,
  scheduleDraft,
  withStart,
} from './schedule-draft.ts';

const TODAY = '2026-11-30';
const entry = (date: string) => transactionRow(1, { date, amount: 90_000, description: 'Rent', category: 'Housing' });

function complete(over: Partial<ScheduleDraft> = {}): ScheduleDraft {
  return { ...repeatedDraft(entry(TODAY), null, undefined, TODAY), ...over };
}

const errorsOf = (draft: ScheduleDraft) => {
  const checked = checkScheduleDraft(draft, false);
  return checked.ok ? {} : checked.errors;
};

test('an entry repeats every month on its day, and is the first occurrence', () => {
  const checked = checkScheduleDraft(repeatedDraft(entry('2026-11-03'), null, undefined, TODAY), false);
  expect(checked).toMatchObject({
    ok: true,
    fields: { rhythm: 'month 1 on 3', startDate: '2026-11-03', amount: 90_000, description: 'Rent', mode: 'add' },
    toAccountId: undefined,
  });
});

test('an entry of long ago repeats from the next date on: the others were most likely entered', () => {
  expect(repeatedDraft(entry('2026-03-05'), null, undefined, TODAY).startDate).toBe('2026-12-05');
});

test('a rhythm that was found is taken over', () => {
  const timing = { rhythm: 'month 1 workday last', weekend: 'as_is', startDate: '2026-12-31' } as const;
  const checked = checkScheduleDraft(repeatedDraft(entry(TODAY), null, timing, TODAY), false);
  expect(checked).toMatchObject({ ok: true, fields: timing });
});

test('both accounts of a transfer are needed, and a name is not', () => {
  const transfer = complete({ type: 'transfer', description: '', toAccountId: '' });
  expect(errorsOf(transfer)).toEqual({ toAccountId: 'Choose the account that the money goes to.' });
  expect(errorsOf({ ...transfer, toAccountId: transfer.accountId })).toEqual({
    toAccountId: 'Choose two different accounts.',
  });
  const checked = checkScheduleDraft({ ...transfer, toAccountId: 'other' }, false);
  expect(checked).toMatchObject({ ok: true, fields: { description: 'Transfer' }, toAccountId: 'other' });
});

test('what is wrong is said at its field', () => {
  const { rhythm } = complete();
  expect(errorsOf(newScheduleDraft('', TODAY))).toEqual({
    accountId: 'Choose an account.',
    amount: 'Enter an amount.',
    description: 'Enter a description.',
    category: 'Choose a category.',
  });
  expect(errorsOf(complete({ rhythm: { ...rhythm, interval: '0' } }))).toEqual({
    interval: 'Enter a whole number from 1 to 99.',
  });
  expect(errorsOf(complete({ rhythm: { ...rhythm, day: '32' } }))).toEqual({ day: 'Enter a day from 1 to 31.' });
  expect(errorsOf(complete({ rhythm: { ...rhythm, every: 'week', weekdays: [] } }))).toEqual({
    weekdays: 'Choose at least one day.',
  });
  expect(errorsOf(complete({ ends: 'date', endDate: '2026-01-01' }))).toEqual({
    endDate: 'The last day is before the start.',
  });
  expect(errorsOf(complete({ ends: 'date', endDate: '' }))).toEqual({ endDate: 'Choose the last day.' });
  expect(errorsOf(complete({ ends: 'count', count: 'often' }))).toEqual({
    count: 'Enter a whole number from 1 to 10,000.',
  });
  expect(errorsOf(complete({ startDate: 'soon-ish' }))).toHaveProperty('startDate');
  expect(errorsOf(complete({ startDate: '' }))).toEqual({ startDate: 'Choose the day on which it starts.' });
  expect(errorsOf(complete({ typedCategory: 'Hous' }))).toHaveProperty('category');
});

test('an end before the first date is said at the end', () => {
  const ends = { ends: 'date', startDate: '2026-12-01', endDate: '2026-12-15' } as const;
  expect(errorsOf(complete(ends))).toEqual({ endDate: 'It has no date between its start and its end.' });
});

test('dates are taken as people write them', () => {
  const checked = checkScheduleDraft(complete({ startDate: '2026-12-05', ends: 'date', endDate: '5.2.2027' }), false);
  expect(checked).toMatchObject({ ok: true, fields: { startDate: '2026-12-05', endDate: '2027-02-05' } });
});

test('the rhythm follows another start, where it was on the day of the start', () => {
  const moved = withStart(newScheduleDraft('account', '2026-11-30'), '2026-12-08');
  expect(moved.rhythm).toMatchObject({ day: '8', month: 12, weekdays: [2], nth: 2, weekday: 2 });
  const chosen = complete();
  const kept = withStart({ ...chosen, rhythm: { ...chosen.rhythm, day: '15', weekdays: [1, 5] } }, '2026-12-08');
  expect(kept.rhythm).toMatchObject({ day: '15', weekdays: [1, 5] });
});

test('a schedule that is edited has its own fields', () => {
  const checked = checkScheduleDraft(complete({ ends: 'count', count: '12', mode: 'remind' }), false);
  if (!checked.ok) throw new Error('refused');
  const row = { ...checked.fields, id: 'one', version: 1, createdAt: '', pairId: null, userId: null, userEmail: null };
  const again = checkScheduleDraft(scheduleDraft(row, null), true);
  expect(again).toEqual({ ok: true, fields: checked.fields, toAccountId: undefined });
});
