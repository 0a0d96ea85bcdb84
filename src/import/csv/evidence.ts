/** What decided which way the money of a table went, to be told. */

import { unmarkedWay } from './column-facts.ts';
import type { Guess } from './mapping.ts';
import type { Table } from './table.ts';

/**
 * `balances`: they add up. `direction`: a column of words. `pair`: a column for each way. `credits`: only these are
 * marked. `minus` and `turned`: a minus means money out, or money in. `format`: the format says it of each row.
 */
export type Evidence = 'balances' | 'direction' | 'pair' | 'credits' | 'minus' | 'turned' | 'format';

export function evidenceOf({ lines }: Table, { mapping, reasons }: Guess): Evidence {
  const { columns, flipped } = mapping;
  if (reasons.balance === 'balance') return 'balances';
  if (columns.direction !== undefined) return 'direction';
  if (columns.debit !== undefined || columns.credit !== undefined) return 'pair';
  if (flipped) return 'turned';
  const amounts = lines.map(({ cells }) => cells[columns.amount ?? -1] ?? '');
  return unmarkedWay(amounts) < 0 ? 'credits' : 'minus';
}
