/**
 * Where the sides of transfers are. Each month of a scope names the transfers of which it has sides. An index on pages
 * would be written with every entry, and most entries are no sides.
 */
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import type { MonthSides, Page, Place, StoredRow } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { readParts } from './page.ts';
import { shownPage } from './shown-names.ts';

type Side = Pick<TransactionRow, 'accountId' | 'transferId'>;

/** The record of a month with these rows; none when there is no side among them. */
export function monthSides({ scope, month }: Place, rows: readonly StoredRow[]): MonthSides[] {
  const transfers = rows.flatMap(({ transferId }) => transferId ?? []).join(' ');
  return transfers === '' ? [] : [{ scope, month, transfers }];
}

/** Puts sides of these transfers into a month (1), or takes them out (-1). */
export async function changeSides(
  db: Database,
  { scope, month }: Place,
  changes: readonly (readonly [transferId: string, sign: 1 | -1])[],
): Promise<void> {
  const net = new Map<string, number>();
  for (const [id, sign] of changes) net.set(id, (net.get(id) ?? 0) + sign);
  // Most sides that change stay sides of the same transfer.
  if ([...net.values()].every((count) => count === 0)) return;
  const kept = idsOf(await db.sides.get([scope, month])).filter((id) => {
    const isTaken = (net.get(id) ?? 0) < 0;
    if (isTaken) net.set(id, (net.get(id) ?? 0) + 1);
    return !isTaken;
  });
  const added = [...net].flatMap(([id, count]) => Array<string>(Math.max(count, 0)).fill(id));
  const transfers = [...kept, ...added].join(' ');
  if (transfers === '') await db.sides.delete([scope, month]);
  else await db.sides.put({ scope, month, transfers });
}

/** The pages with the other sides of these sides, wherever on this device they are. */
export async function pagesOfOtherSides(db: Database, sides: readonly Side[]): Promise<Page[]> {
  const scopes = Map.groupBy(sides, ({ transferId }) => transferId ?? '');
  const isOther = (scope: string) => (id: string) =>
    scopes.get(id)?.some(({ accountId }) => accountScope(accountId) !== scope) ?? false;
  const [aliases, months] = await Promise.all([readAliases(db), db.sides.toArray()]);
  const found = months.filter((month) => idsOf(month).some(isOther(month.scope)));
  const pages = await Promise.all(found.map(({ scope, month }) => readParts(db, scope, month, 0)));
  return pages.flat().map((page) => shownPage(page, aliases));
}

function idsOf(month: MonthSides | undefined): string[] {
  return month ? month.transfers.split(' ') : [];
}
