/**
 * The names of categories as people see them: the stored ones with the open renames laid over them, in order. Pure. A
 * rename means the rows of its type in its accounts that had the old name before it (SPEC.md S48).
 */

import { accountScope } from '#domain/ids/scopes';
import { renamedLines } from '#domain/money/lines';
import type { SumLine } from '#domain/money/totals';
import { categoryType } from '#domain/refunds';
import type { TransactionLine, TransactionRow } from '#domain/rows';
import type { MonthTotals, Page, StoredLine, StoredRow } from '../database/records.ts';
import type { Alias } from '../outbox/aliases.ts';
import { sumOf } from './totals.ts';

/** The row under the name that people see. */
export function shownRow(row: StoredRow, aliases: readonly Alias[]): TransactionRow {
  const here = aliasesFor(row, aliases);
  if (row.lines) return withShownLines(row, row.lines, here);
  const category = shownName(row, here);
  if (category === row.category && row.namedAfter === undefined) return row;
  const { namedAfter, ...bare } = row;
  return { ...bare, category };
}

/** No rename means the category of a split row itself, which says only that it is split. */
function withShownLines(row: StoredRow, lines: readonly TransactionLine[], aliases: readonly Alias[]): TransactionRow {
  const { namedAfter, ...bare } = row;
  return { ...bare, lines: renamedLines(lines, (category) => shownName({ ...row, category }, aliases)) };
}

export function shownPage(page: Page, aliases: readonly Alias[]): Page {
  return aliases.length === 0 ? page : { ...page, rows: page.rows.map((row) => shownRow(row, aliases)) };
}

/** The totals under the names that people see. Lines that come to have the same name become one. */
export function shownTotals(totals: MonthTotals, aliases: readonly Alias[]): MonthTotals {
  // A row may have come from another account with the mark of a rename there, so the scope's own are not asked first.
  if (aliases.length === 0) return totals;
  const here = aliases.filter(({ accounts }) => accounts.some((id) => accountScope(id) === totals.scope));
  const lines = totals.lines.map(({ namedAfter, ...line }): SumLine => {
    return { ...line, category: shownName({ ...line, namedAfter }, here) };
  });
  return { ...totals, lines: sumOf([], lines) };
}

/** Marks a name that is given to the row after these renames. Only later ones will change it. */
export function namedAfter(row: TransactionRow, aliases: readonly Alias[]): StoredRow {
  const last = aliasesFor(row, aliases).findLast(({ type }) => type === categoryType(row));
  return last ? { ...row, namedAfter: last.seq } : row;
}

function aliasesFor({ accountId }: TransactionRow, aliases: readonly Alias[]): readonly Alias[] {
  return aliases.filter(({ accounts }) => accounts.includes(accountId));
}

function shownName(
  named: Pick<StoredLine, 'type' | 'refund' | 'category'> & { namedAfter?: number | undefined },
  aliases: readonly Alias[],
): string {
  const { category, namedAfter = 0 } = named;
  const type = categoryType(named);
  return aliases.reduce(
    (name, alias) => (alias.seq > namedAfter && alias.type === type && alias.from === name ? alias.to : name),
    category,
  );
}
