/** Schedules and their occurrences in the in-memory server (S80). */
import * as v from 'valibot';
import { importedId } from '#domain/ids/imported-id';
import { SPLIT } from '#domain/money/lines';
import type { OccurrenceCall } from '#domain/mutations/occurrence-calls';
import type { Insert, Operation } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import { type MembershipRow, ScheduleRow } from '#domain/rows';
import { canChangeSchedule } from '#domain/sharing/roles';
import { atLeast, roleInAccount } from './access.ts';
import { tellOfDeletion, unknownEdits } from './changes.ts';
import type { SeenBefore } from './clocks.ts';
import { Refused } from './refused.ts';
import { carriedRow } from './renames.ts';
import { requireMember } from './require-member.ts';
import type { Work } from './work.ts';

/** Of one account. */
const MOST = 500;

/** Makes a schedule. Its maker is who makes it. */
export function makeSchedule(
  work: Work,
  named: Extract<Insert, { table: 'schedules' }>['row'],
  made: { createdAt: string; version: number },
): void {
  const { accountId } = named;
  const mine = [...work.state.tables.schedules.values()].filter((one) => one.accountId === accountId);
  if (mine.length >= MOST) throw new Refused('invalid', 'PT422');
  const maker = { userId: work.userId, userEmail: work.email(work.userId) };
  work.write('schedules', checked({ ...carriedRow(work, named), ...maker, ...made }));
}

/** Writes the row after a patch. Nobody makes somebody else keep it going. */
export function writeSchedule(work: Work, was: ScheduleRow, wanted: object): void {
  const row = checked(wanted);
  if (row.userId !== was.userId && row.userId !== work.userId) throw new Refused('forbidden');
  work.write('schedules', { ...row, userEmail: work.email(row.userId) });
}

/** The checks of the table. */
function checked(wanted: object): ScheduleRow {
  const row = v.parse(ScheduleRow, wanted);
  const { startDate, endDate, lines, amount, category, refund } = row;
  const isSum = !lines || lines.reduce((sum, { cents }) => sum + cents, 0) === amount;
  const isSplit = !lines || (category === SPLIT && !refund);
  const isBlank = category.trim() === '';
  if ((endDate !== null && endDate < startDate) || !isSum || !isSplit || isBlank) throw new Refused('invalid');
  return row;
}

export function mayWriteSchedule({ state, userId }: Work, row: ScheduleRow): boolean {
  return canChangeSchedule(roleInAccount(state, userId, row.accountId), row.userId, userId);
}

export function deleteSchedule(work: Work, row: ScheduleRow, seen: SeenBefore): void {
  if (!mayWriteSchedule(work, row)) throw new Refused('forbidden');
  const { id, accountId } = row;
  const edits = unknownEdits(work, row, seen);
  work.remove(accountId, work.number(accountId), { kind: 'schedule', id, date: null });
  work.recordWrite({ accountId, rowId: id, groups: [], removed: row });
  work.erase('schedules', id);
  tellOfDeletion(work, 'schedules', row, edits);
}

/** Schedules of who does not write in the account any more have no maker (S80f). */
export function releaseSchedules(
  work: Work,
  { accountId, userId: person }: Pick<MembershipRow, 'accountId' | 'userId'>,
): void {
  if (atLeast(roleInAccount(work.state, person, accountId), 'member')) return;
  for (const row of work.state.tables.schedules.values()) {
    if (row.accountId !== accountId || row.userId !== person) continue;
    work.write('schedules', { ...row, userId: null, userEmail: null, version: work.number(accountId) });
  }
}

/** Gives schedules the new name of a category. That is no edit of them (S38d). */
export function renameSchedules(
  work: Work,
  { accountId, type }: { accountId: string; type: string },
  rename: (row: ScheduleRow) => ScheduleRow,
): void {
  for (const row of work.state.tables.schedules.values()) {
    if (row.accountId !== accountId || categoryType(row) !== type) continue;
    const next = rename(row);
    if (JSON.stringify(next) === JSON.stringify(row)) continue;
    work.write('schedules', { ...next, version: work.number(accountId) });
  }
}

/** Skips an occurrence, or lets it come again (S80d, S80e). */
export function callOccurrence(work: Work, { name, arguments: { accountId, scheduleId, key } }: OccurrenceCall): void {
  requireMember(work, accountId);
  const known = work.state.importKeys.get(`${accountId} ${key}`);
  const isIts = known?.ofSchedule === true && known.importId === scheduleId;
  if (name === 'occurrence.unskip') {
    if (isIts && known.fate === 'deleted') {
      work.writeKey({ ...known, fate: 'reverted', version: work.number(accountId) });
    } else if (known) work.stands(accountId, known.version);
    return;
  }
  requireSchedule(work, accountId, scheduleId, []);
  if (known && !isIts) throw new Refused('invalid');
  if (!known || known.fate === 'reverted') {
    const version = work.number(accountId);
    const rowId = importedId(accountId, key);
    const ofSchedule = { importId: scheduleId, ofSchedule: true };
    work.writeKey({ accountId, key, rowId, ...ofSchedule, fate: 'deleted', made: version, version });
    return;
  }
  work.stands(accountId, known.version);
  if (known.fate === 'deleted') return;
  const row = work.state.tables.transactions.get(known.rowId);
  work.supersede(known.rowId, { reason: 'newer', kept: {}, by: row?.userEmail ?? null });
}

/** The schedule of an occurrence is or was in the account, or comes with the same mutation. */
export function requireSchedule(
  { state }: Work,
  accountId: string,
  scheduleId: string,
  operations: readonly Operation[],
): void {
  const isThere = state.tables.schedules.get(scheduleId)?.accountId === accountId;
  const removals = state.logs.get(accountId)?.removals ?? [];
  const wasThere = removals.some(({ kind, id }) => kind === 'schedule' && id === scheduleId);
  const comes = operations.some(
    (one) => one.kind === 'insert' && one.table === 'schedules' && one.row.id === scheduleId,
  );
  if (!isThere && !wasThere && !comes) throw new Refused('gone');
}
