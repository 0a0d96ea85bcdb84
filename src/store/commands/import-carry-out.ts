/** Command `import.carry-out`: makes and links the rows of a file, as the user has planned it. */
import { chosenIds } from '#domain/categories';
import { importedId } from '#domain/imported-id';
import type { Insert, Operation, Patch } from '#domain/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can, canSetStatus } from '#domain/roles';
import { type ImportFormat, TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import { seenOf } from '#domain/seen';
import { TRANSFER } from '#domain/transfers';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { readAccess } from '../queries/access.ts';
import { type Actor, type CommandProblem, commitAll, type NoteDeed } from './commit.ts';
import { linkImportedSides, withImportedSides } from './import-sides.ts';

/** The bank's words of a row of a file. */
interface Origin {
  /** The row's import key. */
  key: string;
  bankId: string | null;
  /** Its text as it stands in the file. */
  importedText: string;
}

/** A row that is made. Its `status` is `cleared`, unless the bank has not booked it yet. */
export interface NewRow extends Origin {
  kind: 'new';
  /** It was deleted after an earlier import, and the user wants it again. */
  again?: true;
  /** The row of another account that becomes its other side, as the user saw it. */
  otherSide?: TransactionRow;
  /** The id of its category, where the user chose one. */
  categoryId?: string | null | undefined;
  fields: Pick<TransactionRow, 'type' | 'amount' | 'date' | 'description' | 'category'> &
    Partial<Pick<TransactionRow, 'notes' | 'lines' | 'nature' | 'transferId' | 'status'>>;
}

/** A row that is there, as the user saw it. It is cleared, unless it is reconciled. */
export interface LinkedRow extends Origin {
  kind: 'link';
  row: TransactionRow;
  /** It becomes a side of this transfer. */
  transferId?: string;
}

export interface ImportPlan {
  accountId: string;
  fileName: string;
  format: ImportFormat;
  rows: readonly (NewRow | LinkedRow)[];
}

export interface ImportControl {
  /** Called after each part with the number of rows that are in the account. */
  onProgress?: (done: number) => void;
  /** Stops the import after the part that is under way. What is done stays, and can be reverted. */
  signal?: AbortSignal;
  /** Takes the parts of the deed, where another thread has the list of deeds. */
  note?: NoteDeed;
}

/** `empty`: the plan has no rows. */
export type ImportProblem = CommandProblem | 'empty';

/**
 * `left`: how many rows were not done, because the user stopped it or a linked row is gone. `apart`: how many came in
 * without becoming a side, because the other side is gone, has changed, or may not be changed any more.
 */
export type ImportOutcome = Outcome<
  { importId: string; deedId: string; done: number; left: number; apart: number },
  never,
  ImportProblem
>;

/** Rows of a mutation. */
export const IN_ONE = 500;

/**
 * Mutations that are written together, and shown then. The first is shown by itself. More in one transaction of the
 * database cost less together, because its months are read and written once. But whoever reads waits for its end.
 */
export const TOGETHER = { first: 1, later: 4 };

/** Lengths that the row's schema allows, in UTF-16 units. */
const LONGEST = { bankId: 300, text: 2000, fileName: 300 };

/** Refused as a whole when the user may not add to the account, or not change a row that they link. */
export async function carryOutImport(
  db: Database,
  actor: Actor,
  plan: ImportPlan,
  { onProgress, signal, note }: ImportControl = {},
  now: Date = new Date(),
): Promise<ImportOutcome> {
  if (plan.rows.length === 0) return refuseForm('empty');
  const problem = await placeOfRowsProblem(db, actor, plan);
  if (problem) return refuseForm(problem);
  const [importId, deed] = [newId(), newId()];
  const { accountId, format } = plan;
  const row = {
    id: importId,
    createdAt: now.toISOString(),
    accountId,
    format,
    fileName: cut(plan.fileName, 'fileName'),
  };
  // Rows of a month stand together, so each part touches few pages.
  const order = [...plan.rows].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const madeAt = momentsOfDays(plan.rows, now);
  let [done, apart] = [0, 0];
  while (done < order.length && !(done > 0 && signal?.aborted)) {
    // The operations of all rows at once would take several times the memory of the rows.
    const rows = order.slice(done, done + IN_ONE * (done === 0 ? TOGETHER.first : TOGETHER.later));
    const part = rows.map((one) => operationOf(one, { accountId, importId, madeAt }));
    const made: Operation[] = done === 0 ? [{ kind: 'insert', table: 'imports', row }] : [];
    const seen = part.flatMap(({ row: linked }) => linked ?? []);
    const [first = [], ...others] = inMutations(part.map(({ operation }) => operation));
    const mutations = [[...made, ...first], ...others];
    const committed = await withImportedSides(db, part, note, async (noted) => {
      const options = { now, deed, note: noted };
      const rowsIn = await commitAll(db, actor, mutations, { ...options, seen, chosen: chosenIn(part) });
      return rowsIn.ok ? { ...rowsIn, apart: await linkImportedSides(db, actor, part, options) } : rowsIn;
    });
    if (!committed.ok && done === 0) return committed;
    if (!committed.ok) break;
    apart += committed.apart;
    done += part.length;
    onProgress?.(done);
  }
  return { ok: true, importId, deedId: deed, done, left: order.length - done, apart };
}

function inMutations<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / IN_ONE) }, (_, at) => all.slice(at * IN_ONE, (at + 1) * IN_ONE));
}

/** Whether the user may add these rows to the account, and change those that they link. */
export async function placeOfRowsProblem(
  db: Database,
  actor: Actor,
  { accountId, rows }: Pick<ImportPlan, 'accountId' | 'rows'>,
): Promise<CommandProblem | null> {
  const access = await readAccess(db, actor.userId, { accountId });
  if (access.account === null) return 'not_found';
  const linked = rows.flatMap((one) => (one.kind === 'link' ? one.row : []));
  const mayLink = linked.every((row) => row.accountId === accountId && canSetStatus(access, row, actor.userId));
  return can(access.account, 'transaction.add') && mayLink ? null : 'forbidden';
}

export interface PlannedOperation {
  operation: Insert | Patch;
  date: string;
  /** The row that is linked. */
  row: TransactionRow | null;
  /** The transfer of which it makes a side. */
  transferId: string | null;
  /** The row with which the row that it makes is linked afterwards. */
  otherSide: TransactionRow | null;
  /** The category that was chosen for the row that it makes. */
  categoryId?: string | null | undefined;
}

/** The ids of the categories that were chosen, by the id of the row. */
export function chosenIn(planned: readonly PlannedOperation[]): Map<string, string> {
  return chosenIds(planned.map(({ operation, categoryId }) => ({ id: idIn(operation), categoryId })));
}

function idIn(operation: PlannedOperation['operation']): string {
  return 'row' in operation ? operation.row.id : operation.id;
}

export function operationsOf(
  { accountId, rows }: Pick<ImportPlan, 'accountId' | 'rows'>,
  importId: string,
  now: Date,
): PlannedOperation[] {
  const madeAt = momentsOfDays(rows, now);
  return rows.map((one) => operationOf(one, { accountId, importId, madeAt }));
}

interface Into {
  accountId: string;
  importId: string;
  /** The moment of the next new row of a day. */
  madeAt: (date: string) => string;
}

function operationOf(one: NewRow | LinkedRow, { accountId, importId, madeAt }: Into): PlannedOperation {
  const origin = {
    bankId: one.bankId === null ? null : cut(one.bankId, 'bankId') || null,
    importId,
    importedText: cut(one.importedText, 'text'),
  };
  const date = dateOf(one);
  if (one.kind === 'link') {
    const { row: linked, transferId = null } = one;
    return { operation: linkOf(one, origin), date, row: linked, transferId, otherSide: null };
  }
  const { key, fields, again, otherSide = null, categoryId } = one;
  const made = { id: importedId(accountId, key), createdAt: madeAt(date), accountId, budgetId: null };
  const row = { ...TRANSACTION_DEFAULTS, status: 'cleared' as const, notes: '', ...fields, ...made, ...origin };
  const operation = { kind: 'insert', table: 'transactions', row, key, ...(again && { again }) } as const;
  return { operation, date, row: null, transferId: row.transferId, otherSide, categoryId };
}

function dateOf(one: NewRow | LinkedRow): string {
  return one.kind === 'link' ? one.row.date : one.fields.date;
}

/**
 * Gives the new rows of each day their moments, in the order of the file, which lists keep. Nothing is made in the
 * future. Each day begins shortly before now, so that a row of a long file stands above what was entered before.
 */
function momentsOfDays(rows: ImportPlan['rows'], now: Date): (date: string) => string {
  const left = new Map<string, number>();
  for (const one of rows) if (one.kind === 'new') left.set(one.fields.date, (left.get(one.fields.date) ?? 0) + 1);
  return (date) => {
    const before = left.get(date) ?? 0;
    left.set(date, before - 1);
    return new Date(now.getTime() - before).toISOString();
  };
}

function linkOf(
  { key, row, transferId }: LinkedRow,
  origin: Pick<TransactionRow, 'bankId' | 'importId' | 'importedText'>,
): Patch {
  const { id, bankId, importId, importedText, status, reconciliationId, category, nature } = row;
  const clears = status === 'open';
  const was = { category, nature, transferId: row.transferId };
  const before = {
    bankId,
    importId,
    importedText,
    ...(clears && { status, reconciliationId }),
    ...(transferId && was),
  };
  const side = transferId && { category: TRANSFER, nature: 'transfer', transferId };
  const after = { ...origin, ...(clears && { status: 'cleared', reconciliationId: null }), ...side };
  return { kind: 'patch', table: 'transactions', id, seen: seenOf(row), before, after, key };
}

/** The beginning of a text of the file that the row has room for. */
export function cut(text: string, field: keyof typeof LONGEST): string {
  return text.replaceAll('\0', '').slice(0, LONGEST[field]).toWellFormed();
}
