/**
 * Totals change by differences, so they are checked: month by month the recount compares them with their rows and
 * repairs them. Months whose rows are not on this device keep the server's totals.
 */
import { cmp } from 'dexie';
import * as v from 'valibot';
import { Timestamp } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import { MonthBook } from './month-book.ts';
import { recountSums } from './sums.ts';
import { putTotals, readLines, sameLines, totalLines } from './totals.ts';

/** `month` is null when the whole scope differed from the server, or its sums differed from its months. */
const Repair = v.object({ scope: v.string(), month: v.nullable(v.string()), at: Timestamp });

const RecountState = v.object({
  /** The scope and month that were counted last; null before the first of a round. */
  last: v.nullable(v.tuple([v.string(), v.string()])),
  /** When the last round ended. */
  finishedAt: v.nullable(Timestamp),
  /** The latest totals that were wrong; normally empty. */
  repairs: v.array(Repair),
});
type RecountState = v.InferOutput<typeof RecountState>;

const KEY = 'recount';
const KEPT_REPAIRS = 20;
const ROUND_MS = 24 * 60 * 60_000;
const NEVER = '1970-01-01T00:00:00.000Z';

/** Exported for tests: they are the only readers of the repairs so far. */
export async function readRecountState(db: Database): Promise<RecountState> {
  return (await readMeta(db, KEY, RecountState)) ?? { last: null, finishedAt: null, repairs: [] };
}

/**
 * Counts one month, or, after the last month, the sums of every scope; in one transaction. `finished`: this was the end
 * of the day's round. `done`: the day's round had already ended.
 */
export function recountNext(db: Database, now: Date): Promise<'more' | 'finished' | 'done'> {
  return db.transaction('rw', [...db.ledger, db.cursors, db.meta], async () => {
    const state = await readRecountState(db);
    // The absolute difference, because a clock that was set back leaves `finishedAt` in the future.
    const since = Math.abs(now.getTime() - Date.parse(state.finishedAt ?? NEVER));
    if (since < ROUND_MS) return 'done';
    const at = now.toISOString();
    const next = await monthAfter(db, state.last ?? ['', '']);
    if (!next) {
      const repairs = latest([...state.repairs, ...(await repairSums(db, at))]);
      await writeMeta(db, KEY, { repairs, last: null, finishedAt: at });
      return 'finished';
    }
    const [scope, month] = next;
    const wasRight = !(await isHere(db, scope, month)) || (await recountMonth(db, scope, month));
    const repairs = wasRight ? state.repairs : latest([...state.repairs, { scope, month, at }]);
    await writeMeta(db, KEY, { repairs, last: next, finishedAt: null });
    return 'more';
  });
}

/** Lets the next round begin without a pause. Runs inside the caller's transaction. */
export async function recountAnew(db: Database): Promise<void> {
  const { repairs } = await readRecountState(db);
  await writeMeta(db, KEY, { repairs, last: null, finishedAt: null });
}

/**
 * Compares a month's totals with its rows, and replaces the totals when they differ. Only for months whose rows are all
 * on this device. Returns whether the totals were right.
 */
export async function recountMonth(db: Database, scope: string, month: string): Promise<boolean> {
  return db.transaction('rw', db.ledger, async () => {
    const counted = totalLines(await new MonthBook(db, scope, month).all());
    const kept = await readLines(db, scope, month);
    if (sameLines(counted, kept)) return true;
    await putTotals(db, { scope, month, lines: counted });
    await recountSums(db, scope);
    return false;
  });
}

/** Repairs the sums of every scope and returns those that were wrong. */
async function repairSums(db: Database, at: string): Promise<RecountState['repairs']> {
  const repairs: RecountState['repairs'] = [];
  for (const scope of await db.sums.toCollection().primaryKeys()) {
    if (!(await recountSums(db, scope))) repairs.push({ scope, month: null, at });
  }
  return repairs;
}

/** Notes that a scope differed from the server, in the caller's transaction. */
export async function noteRepair(db: Database, scope: string, now: Date): Promise<void> {
  const state = await readRecountState(db);
  const repairs = latest([...state.repairs, { scope, month: null, at: now.toISOString() }]);
  await writeMeta(db, KEY, { ...state, repairs });
}

function latest(repairs: RecountState['repairs']): RecountState['repairs'] {
  return repairs.slice(-KEPT_REPAIRS);
}

/** The next month, in the order of keys, that has rows or totals. */
async function monthAfter(db: Database, last: [string, string]): Promise<[string, string] | undefined> {
  const [totals, pages] = await Promise.all([
    db.totals.where('[scope+month]').above(last).limit(1).primaryKeys(),
    // An array as a key sorts after every part number, so this starts after the last part of the month.
    db.transactions
      .where('[scope+month+part]')
      .above([...last, []])
      .limit(1)
      .primaryKeys(),
  ]);
  const months = [...totals, ...pages].map(([scope, month]): [string, string] => [scope, month]);
  return months.sort(cmp)[0];
}

async function isHere(db: Database, scope: string, month: string): Promise<boolean> {
  const before = (await db.cursors.get(scope))?.before ?? null;
  return before === null || month >= before;
}
