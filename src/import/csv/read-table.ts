/** The lines of a table become the statements of its accounts, with the columns that the mapping names. */
import { markedCurrencies, otherCurrencies } from '../statement/currencies.ts';
import { type AccountHint, type Statement, type UnreadableLine, unreadableLine } from '../statement/statement.ts';
import { type BalancedRow, balancesOf } from './closing-balance.ts';
import { centsOf } from './column-facts.ts';
import type { Mapping } from './mapping.ts';
import { cellOf, isOfOther, readLine, type Settled, settle } from './read-line.ts';
import { RowSums } from './row-sums.ts';
import type { Line, Table } from './table.ts';
import { accountsIn, type TableAccount } from './table-accounts.ts';

/** Rows that the mapping cannot read are listed with the reason, in the order of the file. Mostly one statement. */
export function readTable(table: Table, mapping: Mapping): Statement[] {
  const common = settle(table, mapping);
  const { accounts, of } = accountsIn(table, mapping);
  const readings = accounts.map((one) => new AccountReading(table, one, { ...common, currency: one.currency }));
  table.lines.forEach((line, at) => {
    readings[of.get(line) ?? 0]?.read(line, at);
  });
  // What stands outside of the table is listed once.
  return readings.map((one, at) => one.statement(at === 0 ? table.unreadable : []));
}

/** What is read of one account. */
class AccountReading {
  readonly #table: Table;
  readonly #account: TableAccount;
  readonly #settled: Settled;
  readonly #lines: Line[] = [];
  readonly #read: BalancedRow[] = [];
  readonly #unreadable: UnreadableLine[] = [];
  readonly #sums = new RowSums();

  constructor(table: Table, account: TableAccount, settled: Settled) {
    this.#table = table;
    this.#account = account;
    this.#settled = settled;
  }

  /** `at`: the place of the line in the table. */
  read(one: Line, at: number): void {
    const { line, cells } = one;
    const settled = this.#settled;
    this.#lines.push(one);
    const { length } = this.#table.header;
    const row =
      cells.length > length && cells.slice(length).some((cell) => cell.trim() !== '')
        ? ({ reason: 'columns' } as const)
        : readLine({ line, cells, at }, settled, this.#sums);
    if ('reason' in row) this.#unreadable.push(unreadableLine(line, row.reason, cells.join(' ')));
    else {
      this.#read.push({ row, balance: centsOf(cellOf(cells, settled, 'balance'), settled.decimalSign ?? null) });
      this.#sums.add(row.cents);
    }
  }

  statement(outside: readonly UnreadableLine[]): Statement {
    const { header, above } = this.#table;
    return {
      format: 'csv',
      account: { ...hintIn(above), ...this.#account.account },
      ...(this.#settled.columns.balance !== undefined && balancesOf(this.#read)),
      currencies: currenciesOf(header, this.#lines, this.#settled),
      rows: this.#read.map(({ row }) => row),
      unreadable: [...this.#unreadable, ...outside].sort((a, b) => a.line - b.line),
    };
  }
}

/** The one of the currency column, or else that beside the amounts and in the names of their columns. */
function currenciesOf(header: readonly string[], lines: readonly Line[], settled: Settled): string[] {
  if (settled.currency !== null) return otherCurrencies([settled.currency]);
  // Where no amount has a mark, none has to be looked at again.
  const marked = settled.columns.currency === undefined && settled.mark === null ? [] : lines;
  const own = marked.flatMap(({ cells }) => cellsOf(cells)).filter((cell) => !isOfOther(cell, settled));
  return markedCurrencies([...cellsOf(header), ...own]);

  function cellsOf(cells: readonly string[]): string[] {
    return settled.money.map((role) => cellOf(cells, settled, role));
  }
}

/** Banks write the account's number above the table. */
function hintIn(above: string): AccountHint {
  const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/.exec(above)?.[0]?.replaceAll(' ', '');
  return iban ? { iban } : {};
}
