import { expect, test } from 'vitest';
import type { Role, ScheduleRow } from '#domain/rows';
import type { Holdup } from '#store/queries/schedules/open-occurrences';
import { rightsOf } from './rights.ts';

const [HERE, THERE] = ['here', 'there'];

function schedule(over: Partial<ScheduleRow> = {}): ScheduleRow {
  return {
    id: 'one',
    version: 1,
    createdAt: '',
    accountId: HERE,
    type: 'expense',
    amount: 100,
    refund: false,
    category: 'Housing',
    lines: null,
    description: 'Rent',
    notes: '',
    rhythm: 'day 1',
    weekend: 'as_is',
    startDate: '2026-11-30',
    endDate: null,
    count: null,
    mode: 'add',
    amountMatch: 'near',
    pairId: null,
    userId: 'anna',
    userEmail: 'anna@example.org',
    ...over,
  };
}

const may = (role: Role, maker: string | null, holdup: Holdup | null = null) =>
  rightsOf({ schedule: schedule({ userId: maker }), other: null, holdup }, new Map([[HERE, role]]), 'anna');

const ALL = { addsNow: true, skips: true, edits: true, deletes: true };
const NONE = { addsNow: false, skips: false, edits: false, deletes: false };

test('a viewer may only look', () => {
  expect(may('viewer', 'ben', 'viewer')).toEqual(NONE);
  expect(may('viewer', 'anna', 'viewer')).toEqual(NONE);
});

test('a member adds and skips what is due, and changes their own schedules and what nobody keeps going', () => {
  expect(may('member', 'anna')).toEqual(ALL);
  expect(may('member', null, 'nobody')).toEqual(ALL);
  expect(may('member', 'ben', 'remind')).toEqual({ ...ALL, edits: false, deletes: false });
});

test('an admin changes all of them', () => {
  expect(may('admin', 'ben')).toEqual(ALL);
});

test('what cannot be added is not offered', () => {
  expect(may('owner', 'anna', 'archived')).toEqual({ ...ALL, addsNow: false });
  expect(may('owner', 'anna', 'other_side')).toEqual({ ...NONE, deletes: true });
  expect(may('owner', 'anna', 'sides_differ')).toEqual({ ...NONE, edits: true, deletes: true });
});

test('a transfer needs the role in both accounts', () => {
  const planned = {
    schedule: schedule({ pairId: 'pair' }),
    other: schedule({ id: 'two', accountId: THERE, type: 'income', pairId: 'pair' }),
    holdup: null,
  };
  const roles = (there: Role): ReadonlyMap<string, Role> =>
    new Map([
      [HERE, 'owner'],
      [THERE, there],
    ]);
  expect(rightsOf(planned, roles('viewer'), 'anna')).toEqual(NONE);
  expect(rightsOf(planned, roles('member'), 'anna')).toEqual(ALL);
});
