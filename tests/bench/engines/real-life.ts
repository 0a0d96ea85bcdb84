/** What peers have no word for. Their rows stand for the same money, so all answers stay the same. */
import { TRANSACTION_DEFAULTS, type TransactionLine, type TransactionRow } from '#domain/rows';
import type { SampleRow } from '../sample-rows.ts';

/** Each twentieth row is a side of a transfer, and each twentieth has two lines. */
export function realLife(row: SampleRow): Pick<TransactionRow, 'nature' | 'transferId' | 'lines'> {
  const { nature, transferId, lines } = TRANSACTION_DEFAULTS;
  const n = Number(row.id.slice(-12)) % 20;
  if (n === 3) return { nature: 'transfer', transferId: row.id, lines };
  return { nature, transferId, lines: n === 7 && row.amount > 1 ? linesOf(row, row.amount) : lines };
}

/** Two lines of the row's category that add up to `amount`, in cents. */
export function linesOf({ id, category }: Pick<SampleRow, 'id' | 'category'>, amount: number): TransactionLine[] {
  const other = id.replace(/^1/, '2');
  return [
    { id, category, cents: amount - 1, note: '' },
    { id: other, category, cents: 1, note: '' },
  ];
}
