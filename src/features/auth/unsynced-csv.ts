/** What only this device has, as a spreadsheet that a person can enter again by hand or show to somebody. */

import { type CsvCell, toCsv } from '#domain/csv';
import { categoryInWords } from '#domain/lines';
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import type { KeptRow, OutboxEntry } from '#store/database/records';
import { keptRow, rowOf } from '#store/queries/entry-subject';
import { readUnsynced } from '#store/queries/unsynced';
import * as terms from '#texts/terms';
import * as texts from '#texts/unsynced';
import { describeEntry, describeVerb } from '../sync-status/entry-description.ts';
import { readOutcomes } from '../sync-status/outcome.ts';

type TransactionOperation = Exclude<Operation, { kind: 'call' }> & { table: 'transactions' };
type Shown = Pick<TransactionRow, 'date' | 'description' | 'category' | 'type' | 'amount' | 'accountId' | 'lines'>;

const HEADINGS = [
  texts.WHAT,
  terms.DATE,
  terms.DESCRIPTION,
  terms.CATEGORY,
  terms.TYPE,
  terms.AMOUNT,
  terms.ACCOUNT,
  texts.STATUS,
];

/**
 * The text of the file: one row for each transaction as the user sees it, and one row in words for anything else.
 * `only` are the ids of the entries to write, when not all are.
 */
export async function unsyncedCsv(database: Database, only?: ReadonlySet<string>): Promise<string> {
  const { entries: all, accounts, transactions } = await readUnsynced(database);
  const entries = only ? all.filter(({ id }) => only.has(id)) : all;
  const listed = new Set<string>();

  const linesOf = async (entry: OutboxEntry): Promise<CsvCell[][]> => {
    const waits = entry.state === 'pending' || entry.state === 'in_flight';
    const status = waits ? () => texts.WAITING : await readOutcomes(database, entry);
    const operations = entry.operations.filter(isOfTransaction);
    if (operations.length === 0) return [[describeEntry(entry), '', '', '', '', '', '', status()]];
    return operations.flatMap((operation) => {
      const id = idOf(operation);
      if (listed.has(id)) return [];
      listed.add(id);
      const what = describeVerb(lastWord(entries, operation));
      const known = 'row' in operation ? operation.row : transaction(rowOf(entry, operation));
      const row = transaction(keptRow(entry, id)) ?? transactions.get(id) ?? known;
      if (!row) return [[what, '', '', '', '', '', '', status(id)]];
      return [[what, ...cellsOf(row), accounts.get(row.accountId) ?? '', status(id)]];
    });
  };
  const lines: CsvCell[][] = [];
  // One after the other: the first line of a transaction is the only one.
  for (const entry of entries) lines.push(...(await linesOf(entry)));
  return toCsv([HEADINGS, ...lines]);
}

function cellsOf({ date, description, category, lines, type, amount }: Shown): CsvCell[] {
  return [
    date,
    description,
    categoryInWords({ category, lines }),
    type === 'income' ? terms.INCOME : terms.EXPENSE,
    { cents: amount },
  ];
}

/** Of the operations that a user did to one transaction: the deletion if there is one, otherwise the first. */
function lastWord(entries: OutboxEntry[], first: TransactionOperation): TransactionOperation {
  const all = entries.flatMap((entry) => entry.operations).filter(isOfTransaction);
  return all.find((one) => one.kind === 'delete' && one.id === idOf(first)) ?? first;
}

function transaction(row: KeptRow['row'] | null): Shown | null {
  return row && isTransaction(row) ? row : null;
}

function isTransaction(row: KeptRow['row']): row is TransactionRow {
  return 'date' in row && 'amount' in row;
}

function isOfTransaction(operation: Operation): operation is TransactionOperation {
  return operation.kind !== 'call' && operation.table === 'transactions';
}

function idOf(operation: TransactionOperation): string {
  return 'row' in operation ? operation.row.id : operation.id;
}
