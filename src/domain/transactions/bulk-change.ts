/** What can be changed in several transactions at once. A new bulk field is added here and in `bulk-fields.tsx`. */
import type { CategoryAsChosen } from '../books/categories.ts';
import { changedFields } from '../mutations/changed-fields.ts';
import type { Patch } from '../mutations/operations.ts';
import { categoryType, takesRefund } from '../refunds.ts';
import type { TransactionRow, TransactionType } from '../rows.ts';
import { fieldsOf, type TransactionFields } from './transactions.ts';

export type BulkChange =
  /** A category's name belongs to a type, so rows whose category is of the other type stay. */
  | ({ field: 'category'; type: TransactionType } & CategoryAsChosen)
  /** Clean texts. */
  | { field: 'description'; description: string }
  | { field: 'notes'; notes: string }
  | { field: 'accountId'; accountId: string }
  /** YYYY-MM-DD. */
  | { field: 'date'; date: string }
  /** Only rows that can be refunds change. */
  | { field: 'refund'; refund: boolean }
  /** Only a reconciliation makes rows reconciled, and only its end opens them. */
  | { field: 'status'; status: 'open' | 'cleared' };

/** What the bank's statement says of a row, or rests on. A reconciled row keeps it when many rows change. */
export type AgreedField = 'accountId' | 'date' | 'status';

export function isAgreed(field: BulkChange['field']): field is AgreedField {
  return field === 'accountId' || field === 'date' || field === 'status';
}

/** Whether the row is deleted with others. A side of a transfer and a reconciled row ask before they are deleted. */
export function isAlone({ nature, status }: TransactionRow): boolean {
  return nature !== 'transfer' && status !== 'reconciled';
}

/** Whether a category can be given to it with others. A split row has its categories in its lines. */
export function takesCategory({ nature, lines }: TransactionRow): boolean {
  return nature === 'regular' && lines === null;
}

/** Before and after of the change of this row; null where the change does not concern it, or it has the value. */
export function changedBy(change: BulkChange, row: TransactionRow): Pick<Patch, 'before' | 'after'> | null {
  if (row.status === 'reconciled' && isAgreed(change.field)) return null;
  if (change.field === 'status') return statusChanged(change.status, row);
  const after = fieldsAfter(change, row);
  return after && changedFields('transactions', fieldsOf(row), after);
}

/** Each side of a transfer has a status of its own. */
function statusChanged(
  to: 'open' | 'cleared',
  { status, reconciliationId }: TransactionRow,
): Pick<Patch, 'before' | 'after'> | null {
  if (status === to) return null;
  return { before: { status, reconciliationId }, after: { status: to, reconciliationId: null } };
}

/** The sides of a transfer change together, one transfer at a time, so they stay. */
function fieldsAfter(change: Exclude<BulkChange, { field: 'status' }>, row: TransactionRow): TransactionFields | null {
  const fields = fieldsOf(row);
  if (row.nature === 'transfer') return null;
  switch (change.field) {
    case 'category':
      return takesCategory(row) && categoryType(row) === change.type && row.category !== change.category
        ? { ...fields, category: change.category }
        : null;
    case 'description':
      return { ...fields, description: change.description };
    case 'notes':
      return { ...fields, notes: change.notes };
    case 'accountId':
      // A contribution that moves to another account is no longer a contribution.
      return row.nature !== 'regular' || row.accountId === change.accountId
        ? null
        : { ...fields, accountId: change.accountId, budgetId: null };
    case 'refund':
      return takesRefund(row) && row.refund !== change.refund ? { ...fields, refund: change.refund } : null;
    case 'date':
      return row.date === change.date ? null : { ...fields, date: change.date };
  }
}
