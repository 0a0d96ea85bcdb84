/**
 * The statements of one account in several files become one. It has the rows that importing the files one after the
 * other would bring: each file counts its own twins, and a row whose key an earlier file has is the same row.
 */

import { keyNames } from './matching/import-key.ts';
import { latestBalance } from './statement/balances.ts';
import type { ReadRow, Statement } from './statement/statement.ts';

/** The name of a file, and what it says of one account. */
interface StatementOfFile {
  name: string;
  statement: Statement;
}

/** What tells that statements of several files are of one account; null when the file does not number it. */
export function accountKey({ format, account }: Statement): string | null {
  const { iban = '', number = '', kind = '' } = account;
  return iban || number ? JSON.stringify([format, iban, number, kind]) : null;
}

/** All of them are of one account and currency. Each line that cannot be read keeps the name of its file. */
export function mergeFiles(first: StatementOfFile, ...others: readonly StatementOfFile[]): Statement {
  const all = [first, ...others];
  const { opening: _, ...whole } = first.statement;
  return {
    ...whole,
    ...latestBalance(all.map(({ statement }) => statement)),
    currencies: [...new Set(all.flatMap(({ statement }) => statement.currencies))],
    rows: rowsOf(all.map(({ statement }) => statement)),
    unreadable: all.flatMap(({ name, statement }) => statement.unreadable.map((line) => ({ ...line, file: name }))),
  };
}

/** Keys count within a statement. The first of each key stays, in their order, so counting here gives the same keys. */
function rowsOf(statements: readonly Statement[]): ReadRow[] {
  const found = new Map<string, ReadRow>();
  for (const { rows } of statements) {
    const names = keyNames(rows);
    rows.forEach((row, at) => {
      const name = names[at] ?? '';
      const known = found.get(name);
      // What the bank has not booked yet is left out, and comes in with the file in which it is booked.
      if (!known || (known.pending && !row.pending)) found.set(name, row);
    });
  }
  return [...found.values()];
}
