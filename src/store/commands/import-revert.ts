/** Command `import.revert`: takes away what an import brought, and takes back what it linked. */
import { importedId } from '#domain/import-keys';
import type { Operation, Patch } from '#domain/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/roles';
import { type ImportRow, NO_ORIGIN, type TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import { seenOf } from '#domain/seen';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { readKeys } from '../imports/laid-keys.ts';
import { readScope } from '../ledger/ledger.ts';
import { readAccess } from '../queries/access.ts';
import { isWhole } from '../queries/whole-scope.ts';
import { rightsOver } from '../resolve/may-change.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

export interface RevertInput {
  id: string;
  /** What becomes of rows that somebody has changed since; `ask` returns them, and then nothing is done. */
  edited: 'ask' | 'keep' | 'delete';
}

export interface RevertControl {
  /** Called after each part with the number of rows that are taken away or back. */
  onProgress?: (done: number) => void;
  /** Stops after the part that is under way. The import stays in the list, with the rows that are left. */
  signal?: AbortSignal;
}

/** `incomplete`: older months of the account are still to come. */
export type RevertProblem = CommandProblem | 'incomplete';

/** `question`: the rows that somebody has changed since, when the user has to say what becomes of them. */
type RevertOutcome = Outcome<{ deedId: string; done: number; question: TransactionRow[] }, never, RevertProblem>;

/** Rows of a part. Each part is one mutation. */
const IN_ONE = 500;

/**
 * Deletes the rows of the import, unlinks what it linked, and at last deletes the import. Refused as a whole when the
 * user may not delete one of the rows. Rows that are kept lose nothing, and no longer belong to an import.
 */
export async function revertImport(
  db: Database,
  actor: Actor,
  { id, edited }: RevertInput,
  { onProgress, signal }: RevertControl = {},
  now: Date = new Date(),
): Promise<RevertOutcome> {
  const imported = await db.imports.get(id);
  if (!imported) return refuseForm('not_found');
  if (!(await isWhole(db, accountScope(imported.accountId)))) return refuseForm('incomplete');
  const { own, changed, linked } = await rowsOf(db, imported);
  if (edited === 'ask' && changed.length > 0) return { ok: true, deedId: '', done: 0, question: changed };
  const taken = edited === 'delete' ? [...own, ...changed] : own;
  if (!(await mayRevert(db, actor, imported, [...taken, ...linked]))) return refuseForm('forbidden');
  const steps = [
    ...taken.map((row) => ({ row, operation: { kind: 'delete', table: 'transactions', id: row.id } as const })),
    ...linked.map((row) => ({ row, operation: unlinkOf(row) })),
  ];
  const deed = newId();
  for (let done = 0; ; done += IN_ONE) {
    const part = steps.slice(done, done + IN_ONE);
    const isLast = done + IN_ONE >= steps.length;
    const end: Operation[] = isLast ? [{ kind: 'delete', table: 'imports', id }] : [];
    const seen = part.map(({ row }) => row);
    const committed = await commit(db, actor, [...part.map(({ operation }) => operation), ...end], { now, seen, deed });
    if (!committed.ok) return committed;
    onProgress?.(done + part.length);
    if (isLast || signal?.aborted) return { ok: true, deedId: deed, done: done + part.length, question: [] };
  }
}

interface RowsOfImport {
  /** Those that it made, as it made them. */
  own: TransactionRow[];
  /** Those that it made and that were changed since. */
  changed: TransactionRow[];
  /** Those that were there before, and that no other import was linked to since. */
  linked: TransactionRow[];
}

async function rowsOf(db: Database, { id, accountId }: ImportRow): Promise<RowsOfImport> {
  const keys = [...(await readKeys(db, accountId)).values()];
  const here = keys.filter(({ importId, fate }) => importId === id && fate === 'here');
  const made = new Map(here.map(({ key, rowId, made: at }) => [rowId ?? importedId(accountId, key), { rowId, at }]));
  const rows: RowsOfImport = { own: [], changed: [], linked: [] };
  for (const row of (await readScope(db, accountScope(accountId))).flatMap((page) => page.rows)) {
    const key = made.get(row.id);
    if (!key) continue;
    if (key.rowId === null) (row.version > key.at ? rows.changed : rows.own).push(row);
    else if (row.importId === id) rows.linked.push(row);
  }
  return rows;
}

/** Members revert their own imports, admins and the owner all. */
async function mayRevert(
  db: Database,
  { userId }: Actor,
  imported: ImportRow,
  rows: readonly TransactionRow[],
): Promise<boolean> {
  const { account } = await readAccess(db, userId, imported);
  const mayEnd = imported.userId === userId ? can(account, 'transaction.add') : can(account, 'account.reconcile');
  const mayChange = await rightsOver(db, rows);
  return mayEnd && rows.every((row) => mayChange('transactions', row));
}

/** The status stays: that the bank has the row is so, whoever found it out. */
function unlinkOf(row: TransactionRow): Patch {
  const { id, bankId, importId, importedText } = row;
  const before = { bankId, importId, importedText };
  return { kind: 'patch', table: 'transactions', id, seen: seenOf(row), before, after: { ...NO_ORIGIN } };
}
