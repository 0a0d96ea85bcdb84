/** Command `import.revert`: takes away what an import brought, and takes back what it linked. */

import { inSlices, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Delete, Operation, Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import { type ImportRow, NO_ORIGIN, type TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { areKeysHere } from '../../imports/complete-keys.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { togetherWith } from '../../queries/imports/imports.ts';
import { type RowsOfImport, rowsOfImports } from '../../queries/imports/rows-of-imports.ts';
import { otherSides } from '../../queries/transfers/transfer-sides.ts';
import { rightsOver } from '../../resolve/may-change.ts';
import { type Actor, type CommandProblem, commitAction, type NoteAction } from '../commit/commit.ts';
import { deletionsOfMade } from './import-categories.ts';
import { deleteMigratedBudgets } from './migration-budgets.ts';

export interface RevertInput {
  id: string;
  /** What becomes of rows that somebody has changed since; `ask` returns them, and then nothing is done. */
  edited: 'ask' | 'keep' | 'delete';
}

interface RevertControl {
  /** Called before the first slice and after each with the number of rows that are taken away or back, and of all. */
  onProgress?: (done: number, all: number) => void;
  /** Stops after the slice that is under way. The import stays in the list, with the rows that are left. */
  signal?: AbortSignal;
  /** Takes the parts of the action, where another thread has the list of actions. */
  note?: NoteAction;
}

/** `incomplete`: rows of the account are still to come, or what tells whether somebody has changed them. */
type RevertProblem = CommandProblem | 'incomplete';

/**
 * `left`: how many rows were not done, because the user stopped it. `question`: the rows that somebody has changed
 * since, when the user has to say what becomes of them.
 */
export type RevertOutcome = Outcome<
  { actionId: string; done: number; left: number; question: TransactionRow[] },
  never,
  RevertProblem
>;

/**
 * Deletes the rows of the import, unlinks what it linked, and at last deletes the import. The export of another app
 * went into several accounts, and is taken back in all of them, with its budgets. Categories that the import made go
 * with it, unless something uses them. A side that stays alone becomes regular. Refused as a whole when the user may
 * not delete one of the rows. Rows that are kept lose nothing else, and no longer belong to an import. A revert that
 * takes a transfer apart cannot be undone, and the list of actions says so.
 */
export async function revertImport(
  db: Database,
  actor: Actor,
  { id, edited }: RevertInput,
  { onProgress, signal, note }: RevertControl = {},
  now: Date = new Date(),
): Promise<RevertOutcome> {
  const imported = await db.imports.get(id);
  if (!imported) return refuseForm('not_found');
  const imports = await togetherWith(db, imported);
  const known = await Promise.all(imports.map(({ accountId }) => areKeysHere(db, accountId)));
  if (!known.every(Boolean)) return refuseForm('incomplete');
  const rows = await rowsOfImports(db, imports);
  if (edited === 'ask' && rows.changed.length > 0)
    return { ok: true, actionId: '', done: 0, left: 0, question: rows.changed };
  const taken = edited === 'delete' ? [...rows.own, ...rows.changed] : rows.own;
  const isEnded = await mayEnd(db, actor, imports);
  const mayChange = await rightsOver(db, [...taken, ...rows.linked]);
  if (!isEnded || ![...taken, ...rows.linked].every((row) => mayChange('transactions', row)))
    return refuseForm('forbidden');
  const steps = await stepsOf(db, taken, rows);
  const ends = imports.map((one): Operation => ({ kind: 'delete', table: 'imports', id: one.id }));
  const slices = inSlices(steps, ROWS_IN_ONE.reverted);
  const last = slices.pop() ?? [];
  const action = newId();
  const all = steps.length;
  let done = 0;
  onProgress?.(0, all);
  const options = { now, action, note, isListed: true };
  const takeSlice = async (slice: readonly Step[], end: readonly Operation[] = []) => {
    const seen = slice.map(({ row }) => row);
    const operations = [...slice.map(({ operation }) => operation), ...end];
    const committed = await commitAction(db, actor, [{ operations, apart: true }], { ...options, seen });
    if (!committed.ok) return committed;
    done += slice.length;
    onProgress?.(done, all);
    return committed;
  };
  for (const slice of slices) {
    const committed = await takeSlice(slice);
    if (!committed.ok) return committed;
    if (signal?.aborted) return { ok: true, actionId: action, done, left: all - done, question: [] };
  }
  const committed = await takeSlice(last, ends);
  if (!committed.ok) return committed;
  await deleteMigratedBudgets(db, actor, imports, now);
  const operations = await deletionsOfMade(db, actor.userId, imports);
  if (operations.length > 0) await commitAction(db, actor, [{ operations }], options);
  return { ok: true, actionId: action, done, left: 0, question: [] };
}

interface Step {
  row: TransactionRow;
  operation: Operation;
  transferId: string | null;
}

/** The steps in an order in which the sides of each transfer stand together. */
async function stepsOf(db: Database, taken: readonly TransactionRow[], { changed, linked }: RowsOfImport) {
  const gone = new Set(taken.map((row) => row.id));
  const ofTransfers = new Set(taken.flatMap(({ transferId }) => transferId ?? []));
  const isAlone = ({ id, transferId }: TransactionRow) =>
    transferId !== null && ofTransfers.has(transferId) && !gone.has(id);
  const elsewhere = [...(await otherSides(db, taken)).values()].map(({ row }) => row);
  const known = new Set(linked.map(({ id }) => id));
  const stays = [...changed, ...elsewhere].filter((row) => isAlone(row) && !known.has(row.id));
  const mayChange = await rightsOver(db, stays);
  const alone = new Map(stays.flatMap((row) => (mayChange('transactions', row) ? [[row.id, row] as const] : [])));
  const step = (row: TransactionRow, operation: Operation): Step => ({ row, operation, transferId: row.transferId });
  return [
    ...taken.map((row) => step(row, deletionOf(row))),
    ...linked.map((row) => step(row, unlinkOf(row, { origin: true, side: isAlone(row) }))),
    ...[...alone.values()].map((row) => step(row, unlinkOf(row, { origin: false, side: true }))),
  ];
}

/** Somebody else may have brought the row before. The server then leaves it (S69j). */
function deletionOf({ id, importId }: TransactionRow): Delete {
  return { kind: 'delete', table: 'transactions', id, ...(importId !== null && { importId }) };
}

/** Members revert their own imports, admins and the owner all. */
async function mayEnd(db: Database, { userId }: Actor, imports: readonly ImportRow[]): Promise<boolean> {
  for (const imported of imports) {
    const { account } = await readAccess(db, userId, imported);
    const may = imported.userId === userId ? can(account, 'transaction.add') : can(account, 'account.reconcile');
    if (!may) return false;
  }
  return true;
}

/** The status stays: that the bank has the row is so, whoever found it out. */
function unlinkOf(row: TransactionRow, { origin, side }: { origin: boolean; side: boolean }): Patch {
  const { id, bankId, importId, importedText, nature, transferId } = row;
  const before = { ...(origin && { bankId, importId, importedText }), ...(side && { nature, transferId }) };
  const after = { ...(origin && NO_ORIGIN), ...(side && { nature: 'regular', transferId: null }) };
  return { kind: 'patch', table: 'transactions', id, seen: seenOf(row), before, after };
}
