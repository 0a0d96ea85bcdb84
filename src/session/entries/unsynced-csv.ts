/** What only this device has, as a spreadsheet that a person can enter again by hand or show to somebody. */

import { type CsvCell, toCsv } from '#domain/money/csv';
import { categoryInWords } from '#domain/money/lines';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import type { KeptRow, OutboxEntry } from '#store/database/records';
import { readUnsynced } from '#store/queries/entries/unsynced';
import { keptRow, rowOf } from '#store/queries/rows/entry-subject';
import { readRowNames } from '#store/queries/rows/row-names';
import * as entryTexts from '#texts/sync/entries';
import * as texts from '#texts/sync/unsynced';
import * as terms from '#texts/terms';
import { type Fact, factInWords, wantedOf } from './entry-comparison.ts';
import { describeEntry, describeVerb, listsRows } from './entry-description.ts';
import { readOutcomes } from './outcome.ts';

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
  const names = await readRowNames(database);
  const byRow = Map.groupBy(
    entries.flatMap(({ operations }) => operations.filter(isOfTransaction)),
    idOf,
  );
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
      const all = byRow.get(id) ?? [];
      const verb = describeVerb(lastWord(all, operation));
      // The row stands as it was, so it does not show what was to be changed.
      const what = listsRows(entry) ? withValues(verb, wantedOf(all, names)) : verb;
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

/** "Change transaction: Category: Food". */
function withValues(verb: string, wanted: readonly Fact[]): string {
  return wanted.length > 0 ? entryTexts.action(verb, wanted.map(factInWords).join(', ')) : verb;
}

/** Of the operations that a user did to one transaction: the deletion if there is one, otherwise the first. */
function lastWord(all: readonly TransactionOperation[], first: TransactionOperation): TransactionOperation {
  return all.find(({ kind }) => kind === 'delete') ?? first;
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
