/** How schedules come along, and which of their occurrences stand already (S63). Pure. */
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import type { ScheduleRow } from '#domain/rows';
import type { CarryOver } from '../session/carry-overs.ts';
import { namesIn } from './carried-names.ts';
import type { Contents } from './contents.ts';

type Into = Pick<CarryOver, 'into'>;

/**
 * Schedules with their new owner, whom the server names. They only remind at first: another device of the user may have
 * them before it has what they have added.
 */
export function carriedSchedules({ schedules }: Pick<Contents, 'schedules'>, { into }: Into): Insert[] {
  const placeOf = ({ accountId }: ScheduleRow) => into[accountId] ?? accountId;
  return schedules.map((schedule): Insert => {
    const { version, userId, userEmail, ...row } = schedule;
    const other = schedules.find((one) => one.pairId !== null && one.pairId === row.pairId && one.id !== row.id);
    // Sides that come into one account are no transfer. Each lacks its other side, and waits for the user's word.
    const isApart = other !== undefined && placeOf(other) === placeOf(schedule);
    const carried = { ...row, accountId: placeOf(schedule), ...(isApart && { pairId: row.id }), ...ASIDE };
    return { kind: 'insert', table: 'schedules', row: carried };
  });
}

const ASIDE = { mode: 'remind' } as const;

/** What takes the places of occurrences without being added by their schedules, and lines of files of added ones. */
export function placesOfOccurrences(contents: Contents, { into }: Into): Operation[] {
  const placeOf = (accountId: string) => into[accountId] ?? accountId;
  const skips = contents.withoutRow.map(({ key, importId: scheduleId, accountId }): Operation => {
    const named = { accountId: placeOf(accountId), scheduleId, key };
    return { kind: 'call', name: 'occurrence.skip', arguments: named };
  });
  const nameOf = namesIn(contents, into);
  const links = contents.transactions.flatMap((row): Patch[] => {
    const { id, link } = nameOf(row);
    if (!link) return [];
    const { bankId, importId, importedText } = row;
    const fields = link.scheduleId === undefined ? { bankId, importId, importedText } : {};
    const seen = { accountId: placeOf(row.accountId), number: 0 };
    return [{ kind: 'patch', table: 'transactions', id, seen, before: fields, after: fields, ...link }];
  });
  return [...skips, ...links];
}

/** Comes last. */
export function schedulesGoOn({ schedules }: Pick<Contents, 'schedules'>, { into }: Into): Patch[] {
  return schedules.flatMap(({ id, mode, accountId }) => {
    const seen = { accountId: into[accountId] ?? accountId, number: 0 };
    const change = { before: ASIDE, after: { mode } };
    return mode === 'add' ? [{ kind: 'patch', table: 'schedules', id, seen, ...change }] : [];
  });
}
