/** Some apps write amounts in cents, and only the name of the column says so. */
import { fitOfName, plainKey } from './columns.ts';
import type { Table } from './table.ts';

const IN_CENTS = /(?<!\bper )\b(cents?|pence|centimes?|centimos?|centavos?|centesimi|groszy?|paise|minor( units?)?)\b/;
const MONEY = ['amount', 'debit', 'credit', 'fee', 'balance'] as const;

/** The table with such columns as others write them, with two decimals. */
export function withDecimals(table: Table): Table {
  const columns = [...table.header.keys()].filter((column) => isInCents(table, column));
  if (columns.length === 0) return table;
  const lines = table.lines.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, column) => (columns.includes(column) ? decimal(cell) : cell)),
  }));
  return { ...table, lines };
}

/** Dollars have decimals in some row, whatever the name says. */
function isInCents({ header, lines }: Table, column: number): boolean {
  const name = header[column] ?? '';
  const isNamed = IN_CENTS.test(plainKey(name)) && MONEY.some((role) => fitOfName(name, role) !== null);
  return isNamed && lines.every(({ cells }) => /^\s*([-+]?\d+)?\s*$/.test(cells[column] ?? ''));
}

function decimal(cell: string): string {
  return cell.trim().replace(/\d+/, (digits) => digits.padStart(3, '0').replace(/(?=\d\d$)/, '.'));
}
