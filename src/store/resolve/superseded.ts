/** How to send again what of an entry was superseded, and nothing else. */

import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import type { Insert, Operation, Patch, Restore, Seen } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { valuesNotApplied } from '#domain/mutations/superseded';
import { otherOf, type Verdict } from '#domain/mutations/verdicts';
import type { Fields } from '#domain/rows';
import { withFittingLines } from '#domain/transactions/fitting-lines';
import type { Database } from '../database/database.ts';
import type { KeptRow, OutboxEntry } from '../database/records.ts';
import { readRow } from '../queries/rows/entry-subject.ts';

/**
 * The operations that send again what a later edit superseded, made from the rows as they are shown now; none when they
 * show it already. The user has seen what stands instead: the row shows it, or else the verdict reported it. Runs when
 * the entry is off the rows.
 */
export async function supersededAgain(db: Database, entry: OutboxEntry): Promise<Operation[]> {
  const again = await Promise.all(
    entry.operations.map(async (operation) => {
      if (operation.kind === 'call') return null;
      const id = 'row' in operation ? standingFor(entry, operation.row.id) : operation.id;
      const row = await readRow(db, operation.table, id, lastSeen(entry, id) ?? {});
      if (operation.kind === 'delete') {
        // The user has seen by now who edited the row, so it is no mere undo any more.
        const { undo, ...deletion } = operation;
        return row && { ...deletion, seen: seenWith(entry, row) };
      }
      // A row that somebody has deleted since stays deleted.
      if (operation.kind === 'restore' && !row) return null;
      return row ? patchAgain(entry, operation, row) : operation;
    }),
  );
  return again.filter((operation) => operation !== null);
}

/** Another row may stand for the line of a file that was to make this one. */
function standingFor({ notTaken = [] }: OutboxEntry, id: string): string {
  const reported = notTaken.find((one) => one.id === id);
  return (reported && otherOf(reported)) ?? id;
}

function patchAgain(entry: OutboxEntry, operation: Patch | Insert | Restore, row: KeptRow['row']): Patch | null {
  return editOf(operation.table, row, valuesNotApplied(entry.verdict, operation), seenWith(entry, row));
}

/** The edit that gives the row as it is shown these values; null when it shows them already. */
export function editOf(table: Patch['table'], row: KeptRow['row'], values: Fields, seen: Seen): Patch | null {
  const current = plainFields(row);
  const changed = changedFields(table, current, withFittingLines({ ...current, ...values }));
  return changed && { kind: 'patch', table, id: row.id, seen, ...changed };
}

/** Where the entry last saw the row. */
function lastSeen({ content = [], seen = [] }: OutboxEntry, id: string): KeptRow['row'] | undefined {
  return [...content, ...seen].find(({ row }) => row.id === id)?.row;
}

/** The row as it is shown, and, until a pull has brought it, what the verdict said. */
function seenWith({ verdict, absorbed }: OutboxEntry, row: KeptRow['row']): Seen {
  const shown = seenOf(row);
  const versions = absorbed ? {} : versionsIn(verdict);
  const accountId = shown.accountId in versions ? shown.accountId : (Object.keys(versions)[0] ?? shown.accountId);
  const reported = versions[accountId];
  if (reported === undefined) return shown;
  return { accountId, number: accountId === shown.accountId ? Math.max(shown.number, reported) : reported };
}

function versionsIn(verdict: Verdict | undefined): Record<string, number> {
  return verdict?.status === 'superseded' ? verdict.versions : {};
}
