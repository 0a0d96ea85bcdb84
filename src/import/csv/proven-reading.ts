/** Another reading of a table with which its rows lead to the bank's balance. */
import { looksLikeAmount } from '../statement/amounts.ts';
import type { Statement } from '../statement/statement.ts';
import { totalsOf } from '../statement/totals.ts';
import { guessMapping } from './guess-mapping.ts';
import type { Mapping } from './mapping.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

/** More columns of amounts have few tables. */
const MOST_COLUMNS = 6;
/** So many lines show which columns add up where the others miss the balance. */
const PIECE = 1_000;
/** So many readings are tried on the whole table, which may have 100,000 lines. */
const MOST_WHOLE = 2;

/** Null where `read`, the reading of this mapping, misses no balance, or none of the others adds up. */
export function provenReading(table: Table, mapping: Mapping, read: Statement): Mapping | null {
  if (!totalsOf(read).check?.differs) return null;
  const piece = piecesOf(table, mapping).find((one) => misses(onlyOf(one, mapping)));
  // The rows of each piece lead from its first balance to its last: rows are missing in between.
  if (!piece) return null;
  const rows = onlyOf(piece, mapping)?.rows.length ?? 0;
  const all = [guessMapping(table).mapping, ...otherColumns(table, mapping)];
  const likely = all.filter((one) => addsUp(onlyOf(piece, one), rows)).slice(0, MOST_WHOLE);
  return likely.find((one) => addsUp(onlyOf(table, one), read.rows.length)) ?? null;
}

/** Pieces of whole days, because a bank may list the rows of a day in any order. */
function piecesOf(table: Table, { columns }: Mapping): Table[] {
  const { lines } = table;
  const dayOf = (at: number) => lines[at]?.cells[columns.date ?? -1];
  const pieces: Table[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from + PIECE;
    while (to < lines.length && dayOf(to) === dayOf(to - 1)) to += 1;
    pieces.push({ ...table, lines: lines.slice(from, to) });
    from = to;
  }
  return pieces;
}

function misses(read: Statement | null): boolean {
  return read !== null && Boolean(totalsOf(read).check?.differs);
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
