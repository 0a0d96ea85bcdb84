/**
 * Where the sides of transfers are. Each month of a scope names the transfers of which it has sides. An index on pages
 * would be written with every entry, and most entries are no sides.
 */
import type { Database } from '../database/database.ts';
import type { MonthSides, Place, StoredRow } from '../database/records.ts';

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

/** Those that it names. */
export function idsOf(month: MonthSides | undefined): string[] {
  return month ? month.transfers.split(' ') : [];
}
