/** Everything that a filter finds, for a file. It reads whole scopes, so only a worker should call it. */
import { counts } from '#domain/books/budgets';
import { today } from '#domain/dates/dates';
import { cleanText } from '#domain/entered-text';
import type { TransactionRow } from '#domain/rows';
import { categoryTest, parseFilter } from '#domain/transactions/filter';
import type { Order } from '#domain/transactions/transactions';
import type { WrittenTransaction } from '#domain/transactions/transactions-csv';
import type { Database } from '../../database/database.ts';
import type { SearchSource } from '../../search/query.ts';
import { Searcher } from '../../search/searcher.ts';
import { orderComparison } from '../../search/sorting.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { isWhole } from '../accounts/whole-scope.ts';
import { otherSides } from '../transfers/transfer-sides.ts';
import { filterSources } from './filter-sources.ts';

export interface FoundTransactions {
  found: WrittenTransaction[];
  /** False while older months are still to come to this device. */
  complete: boolean;
}

/** `accountId` is the account of the list. A transfer whose other side is not on this device says `elsewhere`. */
export async function findTransactions(
  db: Database,
  { filter, accountId, order }: { filter: string; accountId: string; order: Order },
  elsewhere: string,
): Promise<FoundTransactions> {
  const text = cleanText(filter);
  const sources = await filterSources(db, text, accountId);
  const found = await search(db, text, order, sources);
  const sides = await otherSides(
    db,
    found.map(({ row }) => row),
  );
  const names = new Map((await listAccounts(db)).map(({ account }) => [account.id, account.name]));
  const isNamed = categoryTest(parseFilter(text).tokens);
  const whole = await Promise.all(sources.map(({ scope }) => isWhole(db, scope)));
  return {
    found: found.map(({ row, source }) => ({
      row,
      // The lines that the filter and its budgets count, as in the sum on the screen.
      lines: row.lines?.filter(({ category }) => isNamed({ category }) && counts(source, { ...row, category })) ?? null,
      account: names.get(row.accountId) ?? '',
      otherAccount: row.transferId === null ? null : (sides.get(row.id)?.accountName ?? elsewhere),
    })),
    complete: whole.every(Boolean),
  };
}

/** Each row with the source that counts it. */
async function search(db: Database, text: string, order: Order, sources: readonly SearchSource[]) {
  const searcher = new Searcher(db, () => {});
  try {
    const found: { row: TransactionRow; source: SearchSource }[] = [];
    const asked = { text, today: today(new Date()), order, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    for (const source of sources) {
      const query = { sources: [source], ...asked };
      for (const row of (await searcher.window(query)).rows) found.push({ row, source });
    }
    const compare = orderComparison(order);
    return sources.length > 1 ? found.sort((one, other) => compare(one.row, other.row)) : found;
  } finally {
    searcher.close();
  }
}
