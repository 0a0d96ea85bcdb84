/**
 * Apps export several accounts in one table, with a column that names them. Some keep money in several currencies, each
 * with a balance of its own. Each of these becomes a statement.
 */
import { guessKind } from '../statement/account-kind.ts';
import { mainCurrency } from '../statement/currencies.ts';
import type { AccountHint } from '../statement/statement.ts';
import { centsOf } from './column-facts.ts';
import type { Mapping } from './mapping.ts';
import { proofOf } from './running-balance.ts';
import type { Line, Table } from './table.ts';

export interface TableAccount {
  /** Empty where the table does not name it. */
  account: AccountHint;
  /** The currency of its rows; null where no column tells one. */
  currency: string | null;
}

/** A table that names neither an account nor a currency. */
const ALONE: TableAccount = { account: {}, currency: null };

interface Named extends TableAccount {
  lines: readonly Line[];
}

/** The accounts in the order of the table, at least one, and of several to which each line belongs. */
export function accountsIn(
  table: Table,
  mapping: Mapping,
): { accounts: TableAccount[]; of: ReadonlyMap<Line, number> } {
  const { columns } = mapping;
  if (columns.account === undefined && columns.currency === undefined) return { accounts: [ALONE], of: new Map() };
  const byName = Map.groupBy(table.lines, (line) => cellOf(line, columns.account));
  const accounts = [...byName].flatMap(([name, lines]) => byCurrency(name, lines, mapping));
  const several = accounts.length > 1 ? accounts : [];
  const of = new Map(several.flatMap(({ lines }, at) => lines.map((line): [Line, number] => [line, at])));
  if (accounts.length === 0) return { accounts: [ALONE], of };
  return { accounts: accounts.map(({ account, currency }) => ({ account, currency })), of };
}

/** Lines of a currency that is only passed through stay with the account, where they are listed. */
function byCurrency(name: string, lines: readonly Line[], mapping: Mapping): Named[] {
  const { columns } = mapping;
  const currencyOf = (line: Line) => cellOf(line, columns.currency);
  const held = heldCurrencies(lines, mapping);
  const codes = lines.map(currencyOf);
  const main = mainCurrency(held.length > 0 ? codes.filter((one) => held.includes(one)) : codes);
  if (held.length < 2) return [{ account: hintOf(name), currency: main, lines }];
  const groups = Map.groupBy(lines, (line) => (held.includes(currencyOf(line)) ? currencyOf(line) : (main ?? '')));
  return [...groups].map(([currency, some]) => ({
    account: hintOf([name, currency].filter(Boolean).join(' ')),
    currency,
    lines: some,
  }));
}

/** Of several currencies those with a balance of their own, which keep money over a day. */
function heldCurrencies(lines: readonly Line[], { columns, decimalSign }: Mapping): string[] {
  const { amount, balance, currency, date } = columns;
  const byCode = Map.groupBy(lines, (line) => cellOf(line, currency));
  byCode.delete('');
  if (amount === undefined || balance === undefined || byCode.size < 2) return [];
  const centsIn = (line: Line, column: number) => centsOf(cellOf(line, column), decimalSign ?? null);
  return [...byCode].flatMap(([code, some]) => {
    const amounts = some.map((line) => centsIn(line, amount));
    const balances = some.map((line) => centsIn(line, balance));
    const byDay = Map.groupBy(some.keys(), (at) => cellOf(some[at], date).slice(0, DAY));
    const keeps = [...byDay.values()].some((day) => day.reduce((sum, at) => sum + (amounts[at] ?? 0), 0) !== 0);
    return keeps && proofOf(amounts, balances) ? [code] : [];
  });
}

/** So many characters of a date come before its time. */
const DAY = 10;

function hintOf(name: string): AccountHint {
  return name ? { name, kind: guessKind(name) } : {};
}

function cellOf(line: Line | undefined, column: number | undefined): string {
  return column === undefined ? '' : (line?.cells[column]?.trim() ?? '');
}
