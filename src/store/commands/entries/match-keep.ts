/** Command `match.keep`: of two transactions that stand for one line of a file, one stays. */

import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { NewMutation } from '../../optimistic/mutations.ts';
import { onlyOf } from '../../outbox/not-taken.ts';
import { readRowsNotTaken } from '../../queries/entries/rows-not-taken.ts';
import { rightsOver } from '../../resolve/may-change.ts';
import { takeOut } from '../../resolve/take-out.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

interface Kept {
  /** The entry that says that the link was not taken. */
  mutationId: string;
  /** The transaction that was to be linked with the line. */
  id: string;
  /** Which of the two stays: the linked one, or the one that has the key of the line. */
  keep: 'own' | 'other';
}

/**
 * Deletes one of the two. If the linked one stays, it gets the key of the line. Refused as `not_found` when one of them
 * is not on this device any more, or when the entry is settled.
 */
export async function keepMatch(
  db: Database,
  actor: Actor,
  { mutationId, id, keep }: Kept,
  now: Date = new Date(),
): Promise<Outcome<{ actionId: string }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const entry = await db.outbox.get({ id: mutationId });
    const rows = entry?.notTaken ? await readRowsNotTaken(db, entry) : [];
    const { current: own = null, other = null, operation } = rows.find(({ reported }) => reported.id === id) ?? {};
    if (!entry || !own || !other || operation?.kind !== 'patch') return refuseForm('not_found');
    const mayChange = await rightsOver(db, [own, other]);
    if (![own, other].every((row) => mayChange('transactions', row))) return refuseForm('forbidden');
    const gone = keep === 'own' ? other : own;
    const mutations: NewMutation[] = [{ operations: [{ kind: 'delete', table: 'transactions', id: gone.id }] }];
    if (keep === 'own') mutations.push({ operations: [linkAgain(operation, own)] });
    const others = new Set(rows.flatMap(({ reported }) => (reported.id === id ? [] : reported.id)));
    await takeOut(db, [entry]);
    if (others.size > 0) await db.outbox.put(onlyOf(entry, others));
    return commitAction(db, actor, mutations, { now, seen: [own, other] });
  });
}

/** The bank has the line, so the row was ticked. A reconciliation that counts it by now says more. */
function linkAgain(link: Patch, row: TransactionRow): Patch {
  const again = { ...link, seen: seenOf(row) };
  if (row.status !== 'reconciled') return again;
  const { status, reconciliationId, ...before } = link.before;
  const { status: ticked, reconciliationId: none, ...after } = link.after;
  return { ...again, before, after };
}
