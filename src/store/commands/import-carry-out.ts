/**
 * Command `import.carry-out`: makes and links the rows of a file, and corrects the opening balance, as the user has
 * planned it.
 */
import { chosenIds } from '#domain/categories';
import { importedId } from '#domain/imported-id';
import { inParts, ROWS_IN_ONE } from '#domain/mutation-parts';
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
import { asFormer, correctFormer } from './import-former.ts';
import type { Correction, LinkedRow, NewRow, Origin } from './import-rows.ts';
import { linkImportedSides } from './import-sides.ts';
import { bringInTogether } from './import-together.ts';
import { correctOpening, type OpeningCorrection } from './opening-correct.ts';

export type { Correction, LinkedRow, NewRow } from './import-rows.ts';

export interface ImportPlan {
  accountId: string;
  fileName: string;
  format: ImportFormat;
  rows: readonly (NewRow | LinkedRow)[];
  /** What the opening balance of the account becomes, when all rows are in. */
  opening?: Omit<OpeningCorrection, 'accountId'> | null;
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
 * without becoming a side, because the other side is gone, has changed, or may not be changed any more. `opening`: what
 * became of its correction; null without one, or when the import was stopped before.
 */
export type ImportOutcome = Outcome<
  {
    importId: string;
    deedId: string;
    done: number;
    left: number;
    apart: number;
    opening: 'corrected' | 'failed' | null;
  },
  never,
  ImportProblem
>;

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
    const rows = order.slice(done, done + ROWS_IN_ONE.imported * (done === 0 ? TOGETHER.first : TOGETHER.later));
    const part = rows.map((one) => operationOf(one, { accountId, importId, madeAt }));
    const made: Operation[] = done === 0 ? [{ kind: 'insert', table: 'imports', row }] : [];
    const seen = part.flatMap(({ row: linked }) => linked ?? []);
    const [first = [], ...others] = inParts(part, ROWS_IN_ONE.imported).map(operationsIn);
    const mutations = [[...made, ...first], ...others].map((operations) => ({ operations, apart: true }));
    const committed = await bringInTogether(db, part, note, async (noted) => {
      const options = { now, deed, note: noted };
      const rowsIn = await commitAll(db, actor, mutations, { ...options, seen, chosen: chosenIn(part) });
      if (!rowsIn.ok) return rowsIn;
      const corrected = await correctFormer(db, actor, part, (row) => linkOf(row, originOf(row, importId)), options);
      if (!corrected.ok) return corrected;
      return { ...rowsIn, apart: await linkImportedSides(db, actor, part, options) };
    });
    if (!committed.ok && done === 0) return committed;
    if (!committed.ok) break;
    apart += committed.apart;
    done += part.length;
    onProgress?.(done);
  }
  const left = order.length - done;
  const opening = left === 0 ? await withOpening(db, actor, plan, { now, deed, note }) : null;
  return { ok: true, importId, deedId: deed, done, left, apart, opening };
}

/** What became of the correction of the opening balance; null without one. */
async function withOpening(
  db: Database,
  actor: Actor,
  { accountId, opening }: ImportPlan,
  options: Parameters<typeof correctOpening>[3],
): Promise<'corrected' | 'failed' | null> {
  if (!opening) return null;
  const corrected = await correctOpening(db, actor, { accountId, ...opening }, options);
  return corrected.ok ? 'corrected' : 'failed';
}

export function operationsIn(part: readonly PlannedOperation[]): Operation[] {
  return part.map(({ operation }) => operation);
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
  /** What the row that it makes is corrected to afterwards. */
  corrected: NewRow | null;
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
  const origin = originOf(one, importId);
  const date = dateOf(one);
  if (one.kind === 'link') {
    const { row: linked, transferId = null } = one;
    return { operation: linkOf(one, origin), date, row: linked, transferId, otherSide: null, corrected: null };
  }
  const { key, fields, again, otherSide = null, categoryId } = asFormer(one);
  const made = { id: importedId(accountId, key), createdAt: madeAt(date), accountId, budgetId: null };
  const row = { ...TRANSACTION_DEFAULTS, status: 'cleared' as const, notes: '', ...fields, ...made, ...origin };
  const operation = { kind: 'insert', table: 'transactions', row, key, ...(again && { again }) } as const;
  const corrected = one.former ? one : null;
  return { operation, date, row: null, transferId: row.transferId, otherSide, corrected, categoryId };
}

function originOf({ bankId, importedText }: Origin, importId: string) {
  return {
    bankId: bankId === null ? null : cut(bankId, 'bankId') || null,
    importId,
    importedText: cut(importedText, 'text'),
  };
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
  { key, row, transferId, correction }: LinkedRow,
  origin: Pick<TransactionRow, 'bankId' | 'importId' | 'importedText'>,
): Patch {
  const { id, bankId, importId, importedText, status, reconciliationId, category, nature } = row;
  const clears = status === 'open';
  const was = { category, nature, transferId: row.transferId };
  const corrected = correction && changedBy(correction, row);
  const before = {
    ...corrected?.before,
    bankId,
    importId,
    importedText,
    ...(clears && { status, reconciliationId }),
    ...(transferId && was),
  };
  const side = transferId && { category: TRANSFER, nature: 'transfer', transferId };
  const after = {
    ...corrected?.after,
    ...origin,
    ...(clears && { status: 'cleared', reconciliationId: null }),
    ...side,
  };
  return { kind: 'patch', table: 'transactions', id, seen: seenOf(row), before, after, key };
}

/** The groups of fields that a correction changes. */
function changedBy(correction: Correction, row: TransactionRow): Pick<Patch, 'before' | 'after'> {
  const { type, amount, date, category, description = row.description } = correction;
  const { notes } = row;
  const groups = [
    { before: { type: row.type, amount: row.amount }, after: { type, amount } },
    { before: { date: row.date }, after: { date } },
    { before: { category: row.category }, after: { category } },
    { before: { description: row.description, notes }, after: { description, notes } },
  ].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return {
    before: Object.assign({}, ...groups.map(({ before }) => before)),
    after: Object.assign({}, ...groups.map(({ after }) => after)),
  };
}

/** The beginning of a text of the file that the row has room for. */
export function cut(text: string, field: keyof typeof LONGEST): string {
  return text.replaceAll('\0', '').slice(0, LONGEST[field]).toWellFormed();
}
