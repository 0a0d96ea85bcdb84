/** What the server tells of the past of rows, on request. None of it is stored on the device. */
import * as v from 'valibot';
import { plainAmount } from '../money/money.ts';
import { plainFields } from '../mutations/changed-fields.ts';
import { sameValue } from '../mutations/same-value.ts';
import { TransactionRow } from '../rows.ts';
import { lineInput } from './entered-lines.ts';
import type { TransactionInput } from './transactions.ts';

/** Fields of a row in the shape of rows.ts. A newer server may send others. */
const Fields = v.record(v.string(), v.unknown());

export const HistoryEvent = v.object({
  /** With `at` its place in the list. Both go back to the server as they came. */
  id: v.string(),
  /** When the server noted it. */
  at: v.string(),
  /** When its author did it; ISO. */
  editedAt: v.string(),
  /** Their e-mail at that time; null where nobody is known. */
  author: v.nullable(v.string()),
  /**
   * `arrival` and `departure`: the row moved, and the other account is not the reader's. A move between two accounts
   * of the reader is a `change`.
   */
  kind: v.picklist(['addition', 'change', 'removal', 'restore', 'arrival', 'departure']),
  table: v.string(),
  rowId: v.string(),
  /** The whole row after the event; of a removal or departure, before it. */
  row: Fields,
  /** The former values of the fields that a change changed. */
  before: Fields,
});
export type HistoryEvent = v.InferOutput<typeof HistoryEvent>;

/** The newest events first. */
export const HistoryPage = v.object({ events: v.array(HistoryEvent), more: v.boolean() });
export type HistoryPage = v.InferOutput<typeof HistoryPage>;

/** What a restore may set. Account, contributor, budget and transfer stay as they are now. */
const Version = v.pick(TransactionRow, [
  'type',
  'refund',
  'amount',
  'date',
  'description',
  'category',
  'notes',
  'lines',
]);

/**
 * The edit that gives a transaction the values of a version again; null when they stand already, or when this app
 * cannot read them. The edit leaves out what the row no longer decides alone:
 *
 * - type, refund, category and lines of a contribution, whose category is its budget's, and of a row that is no income
 *   or expense;
 * - the amount of a transfer, which both sides share.
 */
export function editToVersion(row: TransactionRow, { row: fields }: HistoryEvent): Partial<TransactionInput> | null {
  const version = v.safeParse(Version, fields);
  if (!version.success) return null;
  const { type, refund, amount, date, description, category, notes, lines } = version.output;
  const setsType = row.budgetId === null && row.nature === 'regular';
  const setsAmount = row.nature !== 'transfer' && (setsType || type === row.type);
  const texts = { date, description, notes };
  const wanted = { ...texts, ...(setsType && { type, refund, category, lines }), ...(setsAmount && { amount }) };
  const current = plainFields(row);
  if (Object.entries(wanted).every(([field, value]) => sameValue(current[field], value))) return null;
  const parts = lines ? { lines: lines.map(lineInput) } : { category };
  return { ...texts, ...(setsType && { type, refund, ...parts }), ...(setsAmount && { amount: plainAmount(amount) }) };
}
