/** An entry about both sides of a transfer is told as one thing. */
import { formatDate } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { Operation } from '#domain/mutations/operations';
import type { OutboxEntry } from '#store/database/records';
import { type EntryFields, fieldsOf, rowOf } from '#store/queries/rows/entry-subject';
import * as entries from '#texts/sync/entries';
import * as terms from '#texts/terms';
import * as forms from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import type { Fact, Names } from './entry-comparison.ts';

type Described = Pick<OutboxEntry, 'operations' | 'seen' | 'content'>;

type Action = keyof typeof forms.ACTIONS;

interface TransferEntry {
  action: Action;
  /** The side that the money leaves, with the entry's values. */
  out: EntryFields;
  /** The side where it arrives. */
  into: EntryFields;
}

/** Null for an entry that is not about the two sides of one transfer. */
export function transferIn(entry: Described): TransferEntry | null {
  if (entry.operations.length !== 2) return null;
  const [one, other] = entry.operations.map((operation) => sideIn(entry, operation));
  if (!one || !other || one.transferId !== other.transferId || one.action !== other.action) return null;
  const [out, into] = one.row.type === 'expense' ? [one.row, other.row] : [other.row, one.row];
  return out.type === 'expense' && into.type === 'income' ? { action: one.action, out, into } : null;
}

/** What was done to which transfer: "Add transfer: Savings plan, $50.00". */
export function describeTransfer({ action, out }: TransferEntry): string {
  const amount = typeof out.amount === 'number' ? formatMoney(out.amount) : '';
  return entries.action(forms.ACTIONS[action], entries.transaction(String(out.description || out.category), amount));
}

/** Both accounts and days, beside the title. */
export function transferFacts({ out, into }: TransferEntry, names: Names): Fact[] {
  const nameOf = ({ accountId }: EntryFields) => names.get(String(accountId)) ?? entries.noLongerHere(terms.ACCOUNT);
  const facts: Fact[] = [
    { field: 'from', label: texts.FROM, value: texts.from(nameOf(out)) },
    { field: 'to', label: texts.TO, value: texts.to(nameOf(into)) },
    { field: 'date', label: terms.DATE, value: formatDate(String(out.date)) },
  ];
  if (into.date === out.date) return facts;
  return [...facts, { field: 'toDate', label: texts.ARRIVES, value: formatDate(String(into.date)) }];
}

interface Side {
  action: Action;
  transferId: string;
  row: EntryFields;
}

function sideIn(entry: Described, operation: Operation): Side | null {
  if (operation.kind === 'call' || operation.table !== 'transactions') return null;
  const known = 'row' in operation ? operation.row : rowOf(entry, operation);
  if (!known) return null;
  const row = fieldsOf(known);
  const { kind } = operation;
  if (kind !== 'patch')
    return typeof row.transferId === 'string' ? { action: kind, transferId: row.transferId, row } : null;
  const { before, after } = operation;
  if (typeof before.transferId === 'string' && after.transferId === null) {
    return { action: 'unlink', transferId: before.transferId, row };
  }
  if (typeof row.transferId !== 'string') return null;
  return { action: typeof after.transferId === 'string' ? 'link' : 'patch', transferId: row.transferId, row };
}
