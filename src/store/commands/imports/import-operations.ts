/** The operations that an import makes of the rows of a file. Pure. */
import { chosenIds } from '#domain/books/categories';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import { TRANSFER } from '#domain/transactions/transfers';
import { asFormer } from './import-former.ts';
import type { Correction, LinkedRow, NewRow, Origin } from './import-rows.ts';

type Rows = readonly (NewRow | LinkedRow)[];

/** Lengths that the row's schema allows, in UTF-16 units. */
const LONGEST = { bankId: 300, text: 2000, fileName: 300 };

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
  /** The row that it makes takes the place of an occurrence. */
  place?: Patch | undefined;
  /** The category that was chosen for the row that it makes. */
  categoryId?: string | null | undefined;
}

export function operationsIn(slice: readonly PlannedOperation[]): Operation[] {
  return slice.flatMap(({ operation, place }) => (place ? [operation, place] : operation));
}

/** The ids of the categories that were chosen, by the id of the row. */
export function chosenIn(planned: readonly PlannedOperation[]): Map<string, string> {
  return chosenIds(planned.map(({ operation, categoryId }) => ({ id: idIn(operation), categoryId })));
}

function idIn(operation: PlannedOperation['operation']): string {
  return 'row' in operation ? operation.row.id : operation.id;
}

export function operationsOf(
  { accountId, rows }: { accountId: string; rows: Rows },
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

export function operationOf(one: NewRow | LinkedRow, { accountId, importId, madeAt }: Into): PlannedOperation {
  const origin = originOf(one, importId);
  const date = dateOf(one);
  if (one.kind === 'link') {
    const { row: linked, transferId = null } = one;
    return { operation: linkOf(one, origin), date, row: linked, transferId, otherSide: null, corrected: null };
  }
  const { key, fields, again, otherSide = null, categoryId, proposed } = asFormer(one);
  const made = { id: importedId(accountId, key), createdAt: madeAt(date), accountId, budgetId: null };
  const row = { ...TRANSACTION_DEFAULTS, status: 'cleared' as const, notes: '', ...fields, ...made, ...origin };
  const chosen = proposed || row.nature !== 'regular' ? [] : [row.lines ? ('lines' as const) : ('category' as const)];
  const operation = { kind: 'insert', table: 'transactions', row, key, ...(again && { again }), chosen } as const;
  const corrected = one.former ? one : null;
  return { operation, date, row: null, transferId: row.transferId, otherSide, corrected, categoryId };
}

export function originOf({ bankId, importedText }: Origin, importId: string) {
  return {
    bankId: bankId === null ? null : cut(bankId, 'bankId') || null,
    importId,
    importedText: cut(importedText, 'text'),
  };
}

export function dateOf(one: NewRow | LinkedRow): string {
  return one.kind === 'link' ? one.row.date : one.fields.date;
}

/**
 * Gives the new rows of each day their moments, in the order of the file, which lists keep. Nothing is made in the
 * future. Each day begins shortly before now, so that a row of a long file stands above what was entered before.
 */
export function momentsOfDays(rows: Rows, now: Date): (date: string) => string {
  const left = new Map<string, number>();
  for (const one of rows) if (one.kind === 'new') left.set(one.fields.date, (left.get(one.fields.date) ?? 0) + 1);
  return (date) => {
    const before = left.get(date) ?? 0;
    left.set(date, before - 1);
    return new Date(now.getTime() - before).toISOString();
  };
}

export function linkOf(
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
    {
      before: { type: row.type, amount: row.amount, refund: row.refund },
      after: { type, amount, refund: row.refund && type === row.type },
    },
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
