/** What the contract of schedules begins with: a schedule, and what devices do with its occurrences. */

import type { KeyPage } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation, Patch, Seen } from '#domain/mutations/operations';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, pull, push } from './decisions-world.ts';

type Written = Extract<Insert, { table: 'schedules' }>['row'];

/** A rent of 1.00 on the first of each month. */
export function scheduled(accountId: string, over: Partial<Written> = {}): Written {
  return {
    id: newId(),
    createdAt: '2026-03-10T12:00:00.000Z',
    accountId,
    type: 'expense',
    amount: 100,
    refund: false,
    category: 'Food',
    lines: null,
    description: 'Rent',
    notes: '',
    rhythm: 'month 1 on 1',
    weekend: 'as_is',
    startDate: '2026-01-01',
    endDate: null,
    count: null,
    mode: 'add',
    amountMatch: 'exact',
    pairId: null,
    ...over,
  };
}

export const addSchedule = (row: Written): Insert => ({ kind: 'insert', table: 'schedules', row });
export const removeSchedule = (id: string, seen?: Seen): Operation => ({
  kind: 'delete',
  table: 'schedules',
  id,
  ...(seen && { seen }),
});
export function patchSchedule(id: string, seen: Seen, before: Patch['before'], after: Patch['after']): Patch {
  return { kind: 'patch', table: 'schedules', id, seen, before, after };
}

/** Money of a schedule, which is one group. */
export const MONEY = { type: 'expense', amount: 100, refund: false, category: 'Food', lines: null } as const;

export function halves(...categories: string[]) {
  return categories.map((category) => ({ id: newId(), category, cents: 50, note: '' }));
}

/** What the member has seen of the schedule now. */
export async function seenBy(member: Member, id: string): Promise<Seen> {
  const row = await scheduleOf(member, id);
  return { accountId: row?.accountId ?? '', number: row?.version ?? 0 };
}

/** Edits the schedule as it stands. */
export async function say(by: Member, id: string, before: Patch['before'], after: Patch['after'], minutes = 30) {
  return push(by, minutes, patchSchedule(id, await seenBy(by, id), before, after));
}

/** Makes a schedule, and returns its row as it was made. */
export async function haveSchedule(by: Member, accountId: string, over: Partial<Written> = {}): Promise<Written> {
  const row = scheduled(accountId, over);
  const verdict = await push(by, 80, addSchedule(row));
  if (verdict.status !== 'applied') throw new Error(`the schedule was ${JSON.stringify(verdict)}`);
  return row;
}

/** Anna's household with a rent, and an entry that may take the place of one. */
export async function householdWithRent(world: ContractWorld) {
  const household = await begin(world);
  return { ...household, rent: await haveSchedule(household.anna, household.home) };
}

export async function schedulesOf(member: Member): Promise<ScheduleRow[]> {
  return (await pull(member)).scopes.flatMap(({ schedules }) => schedules);
}

export async function scheduleOf(member: Member, id: string): Promise<ScheduleRow | undefined> {
  return (await schedulesOf(member)).find((row) => row.id === id);
}

/** What a device makes of an occurrence. `again`: a person asked for it. */
export function occurrence(
  { id, accountId, amount, type, category }: Written,
  date: string,
  more: { again?: true; row?: Partial<TransactionRow> } = {},
) {
  const key = occurrenceKey(id, date);
  const { row } = entered(accountId, { amount, type, category, date });
  const insert: Insert & { table: 'transactions' } = {
    kind: 'insert',
    table: 'transactions',
    row: { ...row, ...more.row, id: importedId(accountId, key) },
    key,
    scheduleId: id,
    ...(more.again && { again: true }),
  };
  return insert;
}

/** A link: an entry takes the occurrence's place. */
export function takesPlace(id: string, seen: Seen, { id: scheduleId }: { id: string }, date: string): Patch {
  const key = occurrenceKey(scheduleId, date);
  return { kind: 'patch', table: 'transactions', id, seen, before: {}, after: {}, key, scheduleId };
}

export function skip({ id, accountId }: { id: string; accountId: string }, date: string): Operation {
  return call('occurrence.skip', accountId, id, date);
}

export function unskip({ id, accountId }: { id: string; accountId: string }, date: string): Operation {
  return call('occurrence.unskip', accountId, id, date);
}

function call(name: 'occurrence.skip' | 'occurrence.unskip', accountId: string, scheduleId: string, date: string) {
  const key = occurrenceKey(scheduleId, date);
  return { kind: 'call', name, arguments: { accountId, scheduleId, key } } as const;
}

/** The pages of keys of an account that name this schedule. */
export async function keysOf(member: Member, { id, accountId }: { id: string; accountId: string }): Promise<KeyPage[]> {
  const scope = (await pull(member)).scopes.find((one) => one.scope === `account:${accountId}`);
  return (scope?.keys ?? []).filter(({ importId }) => importId === id);
}

/** What the account says of an occurrence: its row and fate, or undefined. */
export async function fateOf(member: Member, schedule: { id: string; accountId: string }, date: string) {
  const key = occurrenceKey(schedule.id, date);
  const made = { rowId: importedId(schedule.accountId, key), fate: 'here' };
  const [page] = (await keysOf(member, schedule)).filter(({ keys }) => keys.includes(key));
  return page && (page.others[key] ?? made);
}
