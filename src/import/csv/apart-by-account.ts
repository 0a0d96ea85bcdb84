/** Apps export several accounts in one table, with a column that names them. Each becomes a statement of its own. */
import { guessKind } from '../statement/account-kind.ts';
import type { Statement } from '../statement/statement.ts';
import type { Table } from './table.ts';

/** `column`: that of the accounts. Without one, or where it names one account, the statement stays as it is. */
export function apartByAccount(statement: Statement, { lines }: Table, column: number | undefined): Statement[] {
  if (column === undefined) return [statement];
  const nameOf = new Map(lines.map(({ line, cells }) => [line, cells[column]?.trim() ?? '']));
  const names = [...new Set(nameOf.values())];
  if (names.length < 2) return [statement];
  // The balances of several accounts follow from none of them.
  const { balance: _, opening: __, ...rest } = statement;
  return names.map((name) => ({
    ...rest,
    account: name ? { name, kind: guessKind(name) } : {},
    rows: rest.rows.filter(({ line }) => nameOf.get(line) === name),
    // What stands outside of the table is listed once.
    unreadable: rest.unreadable.filter(({ line }) => (nameOf.get(line) ?? names[0]) === name),
  }));
}
