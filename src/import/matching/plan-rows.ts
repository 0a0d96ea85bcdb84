/** What an import would do with each row of a statement. The user sees this plan and changes it before it is done. */
import type { Fate } from '#domain/ids/import-keys';
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { ReadRow } from '../statement/statement.ts';
import type { EarlierReading } from './earlier-readings.ts';
import { importKeys, twinCounts } from './import-key.ts';
import { findSameRows } from './same-rows.ts';

type MatchedRow = { row: ReadRow; key: string; twins: number } /** It comes in. */ & (
  | { state: 'new' }
  /** This account has it, or had it and gave it to another one. Nothing is done. */
  | { state: 'here' }
  /** The user deleted it. It comes again only if the user wants it. */
  | { state: 'deleted' }
  /** It may be the row `id`, which has no such key. The user decides. */
  | { state: 'same'; id: string }
  /** An earlier import brought it as the row `id`, with another amount or sign. The user may correct that. */
  | { state: 'differs'; id: string }
);

/** What the account has (`readForPlan`). What is left out is as in an account without imports. */
interface Known {
  fates: ReadonlyMap<string, Fate>;
  present: readonly Pick<TransactionRow, 'id' | 'date' | 'type' | 'amount'>[];
  standing?: readonly { id: string }[];
  idOf?: (key: string) => string;
  isComplete?: boolean;
}

/**
 * The plan for the rows of one statement. `present` are those of the account's rows that nobody imported, or that
 * another format brought. What a reverted import brought may come again. `earlier` finds, for rows without a key, what
 * earlier imports made of their lines; `taken` are the rows that other lines have.
 */
export function planRows(
  rows: readonly ReadRow[],
  { fates, present, standing = [], idOf = (key) => key, isComplete = true }: Known,
  earlier: (open: readonly ReadRow[], taken: ReadonlySet<string>) => (EarlierReading | null)[] = (open) =>
    open.map(() => null),
): MatchedRow[] {
  const keys = importKeys(rows);
  const twins = twinCounts(rows);
  const keyed = rows.map((row, at) => ({ row, key: keys[at] ?? '', twins: twins[at] ?? 1 }));
  // Rows come before their keys, also those of an import that was taken back and comes again.
  const ids = new Set(isComplete ? [] : [...present, ...standing].map(({ id }) => id));
  const isHere = (key: string) => ids.size > 0 && ids.has(idOf(key));
  const fateOf = (key: string) => {
    const known = fates.get(key) ?? 'reverted';
    return known === 'reverted' && isHere(key) ? 'here' : known;
  };
  const open = keyed.filter(({ key }) => fateOf(key) === 'reverted');
  const taken = new Set(open.length === 0 ? [] : keys.filter((key) => fateOf(key) === 'here').map(idOf));
  const readings = earlier(rowsOf(open), taken);
  const readingByKey = new Map(open.map(({ key }, at) => [key, readings[at] ?? null]));
  const unknown = open.filter((_, at) => (readings[at] ?? null) === null);
  const free = present.filter(({ id }) => !taken.has(id));
  const same = findSameRows(rowsOf(unknown), free);
  const sameByKey = new Map(unknown.map(({ key }, at) => [key, same[at] ?? null]));
  return keyed.map((one): MatchedRow => {
    const reading = readingByKey.get(one.key) ?? null;
    if (reading !== null && typeof reading !== 'string') return { ...one, ...standsAs(one.row, reading) };
    const fate = reading ?? fateOf(one.key);
    if (fate === 'deleted') return { ...one, state: 'deleted' };
    if (fate !== 'reverted') return { ...one, state: 'here' };
    const id = sameByKey.get(one.key) ?? null;
    return id === null ? { ...one, state: 'new' } : { ...one, state: 'same', id };
  });
}

function rowsOf(some: readonly { row: ReadRow }[]): ReadRow[] {
  return some.map(({ row }) => row);
}

function standsAs({ cents }: ReadRow, standing: TransactionRow): { state: 'here' } | { state: 'differs'; id: string } {
  return signedCents(standing) === cents ? { state: 'here' } : { state: 'differs', id: standing.id };
}
