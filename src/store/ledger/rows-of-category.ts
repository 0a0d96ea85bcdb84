/** The transactions of one category, for a merge that takes them. Reads only the months whose totals have the name. */
import { accountScope } from '#domain/ids/scopes';
import { categoryType } from '#domain/refunds';
import type { TransactionRow, TransactionType } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { readTotals } from './ledger.ts';
import { pageDirectory, readPages } from './page.ts';

interface Category {
  accountId: string;
  type: TransactionType;
  name: string;
}

/** Whole transactions and split ones, as the user sees them. */
export async function readRowsOfCategory(db: Database, { accountId, type, name }: Category): Promise<TransactionRow[]> {
  const scope = accountScope(accountId);
  const totals = await readTotals(db, scope);
  const isIn = (line: { category: string; type: TransactionType; refund: boolean }) =>
    line.category === name && categoryType(line) === type;
  const months = new Set(totals.flatMap(({ month, lines }) => (lines.some(isIn) ? [month] : [])));
  const pages = (await pageDirectory(db, scope)).filter(({ month }) => months.has(month));
  const rows = (await readPages(db, scope, pages)).flatMap((page) => page?.rows ?? []);
  return rows.filter((row) => categoryType(row) === type && namesIn(row).includes(name));
}

function namesIn({ lines, category }: TransactionRow): string[] {
  return lines ? lines.map((line) => line.category) : [category];
}
