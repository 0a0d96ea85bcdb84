/** Another reading of a table with which its rows lead to the bank's balance. */
import { looksLikeAmount } from '../statement/amounts.ts';
import type { Statement } from '../statement/statement.ts';
import { totalsOf } from '../statement/totals.ts';
import { guessMapping } from './guess-mapping.ts';
import type { Mapping } from './mapping.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

/** More columns of amounts have few tables. Each is tried by reading the whole table. */
const MOST_COLUMNS = 6;

/** Null where this reading misses no balance, or none of the others adds up. */
export function provenReading(table: Table, mapping: Mapping): Mapping | null {
  const read = onlyOf(table, mapping);
  const differs = read && totalsOf(read).check?.differs;
  if (!read || !differs) return null;
  const all = [guessMapping(table).mapping, ...otherColumns(table, mapping)];
  return all.find((one) => addsUp(onlyOf(table, one), read.rows.length)) ?? null;
}

/** With fewer rows it would only seem so. */
function addsUp(read: Statement | null, rows: number): boolean {
  return read !== null && read.rows.length >= rows && totalsOf(read).check?.differs === 0;
}

function onlyOf(table: Table, mapping: Mapping): Statement | null {
  const [read = null, ...others] = readTable(table, mapping);
  return others.length === 0 ? read : null;
}

/** The same with another amount, and with each other column of amounts as the fee, or none. */
function otherColumns({ lines, header }: Table, mapping: Mapping): Mapping[] {
  const { amount, fee: _, ...columns } = mapping.columns;
  if (amount === undefined) return [];
  const taken = new Set<number | undefined>(Object.values(columns));
  const sample = lines.slice(0, 50);
  const numeric = header
    .map((_name, column) => column)
    .filter((column) => !taken.has(column) && sample.every(({ cells }) => isAmountOrEmpty(cells[column] ?? '')))
    .slice(0, MOST_COLUMNS);
  const amounts = numeric.filter((column) => column !== amount).map((column) => ({ ...columns, amount: column }));
  const fees = numeric.filter((column) => column !== amount).map((fee) => ({ ...columns, amount, fee }));
  return [{ ...columns, amount }, ...amounts, ...fees].map((one) => ({ ...mapping, columns: one, chosen: true }));
}

function isAmountOrEmpty(cell: string): boolean {
  return cell.trim() === '' || looksLikeAmount(cell);
}
