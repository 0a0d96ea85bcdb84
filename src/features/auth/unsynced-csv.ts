/** What only this device has, as a spreadsheet that a person can enter again by hand or show to somebody. */
import { type CsvCell, toCsv } from '#domain/csv';
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database';
import { readScope } from '#store/ledger';
import { entriesToSettle, type KeptRow, type OutboxEntry, waitingEntries } from '#store/outbox';
import { keptRow, rowOf } from '#store/queries/entry-subject';
import * as terms from '#texts/terms';
import * as texts from '#texts/unsynced';
import { describeEntry, describeOutcome, describeVerb } from '../sync-status/entry-description.ts';

type TransactionOperation = Exclude<Operation, { kind: 'call' }> & { table: 'transactions' };
type Shown = Pick<TransactionRow, 'date' | 'description' | 'category' | 'type' | 'amount' | 'accountId'>;

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

/** The text of the file: a row for each transaction as the user sees it, and one in words for anything else. */
export async function unsyncedCsv(database: Database): Promise<string> {
  const waiting = await waitingEntries(database);
  const entries = [...waiting, ...(await entriesToSettle(database))];
  const accounts = new Map((await database.accounts.toArray()).map(({ id, name }) => [id, name]));
  const seen = await transactionsOf(database);
  const listed = new Set<string>();

  const linesOf = (entry: OutboxEntry): CsvCell[][] => {
    const waits = entry.state === 'pending' || entry.state === 'in_flight';
    const status = (account?: string) => (waits ? texts.WAITING : describeOutcome(entry, { account: account ?? null }));
    const operations = entry.operations.filter(isOfTransaction);
    if (operations.length === 0) return [[describeEntry(entry), '', '', '', '', '', '', status()]];
    return operations.flatMap((operation) => {
      const id = idOf(operation);
      if (listed.has(id)) return [];
      listed.add(id);
      const what = describeVerb(lastWord(entries, operation));
      const known = 'row' in operation ? operation.row : transaction(rowOf(entry, operation));
      const row = transaction(keptRow(entry, id)) ?? seen.get(id) ?? known;
      if (!row) return [[what, '', '', '', '', '', '', status()]];
      const account = accounts.get(row.accountId);
      return [[what, ...cellsOf(row), account ?? '', status(account)]];
    });
  };
  return toCsv([HEADINGS, ...entries.flatMap(linesOf)]);
}

function cellsOf({ date, description, category, type, amount }: Shown): CsvCell[] {
  return [date, description, category, type === 'income' ? terms.INCOME : terms.EXPENSE, { cents: amount }];
}

/** Of what the user did to a transaction one after the other: that it was deleted, or else the first. */
function lastWord(entries: OutboxEntry[], first: TransactionOperation): TransactionOperation {
  const all = entries.flatMap((entry) => entry.operations).filter(isOfTransaction);
  return all.find((one) => one.kind === 'delete' && one.id === idOf(first)) ?? first;
}

/** The transactions that entries touch, by id: as the user sees them, or as they were when they are not seen any more. */
async function transactionsOf(database: Database): Promise<Map<string, TransactionRow>> {
  const bases = (await database.bases.toArray()).filter((base) => base.table === 'transactions');
  const rows = new Map(bases.flatMap(({ id, row }) => (row ? [[id, row] as const] : [])));
  const touched = new Set(bases.map(({ id }) => id));
  for (const scope of new Set(bases.flatMap((base) => base.seen.map((place) => place.scope)))) {
    for (const page of await readScope(database, scope)) {
      for (const row of page.rows) if (touched.has(row.id)) rows.set(row.id, row);
    }
  }
  return rows;
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
