/**
 * Totals are changed by differences and never trusted for ever: month by month they are compared with their rows and put right.
 * Months whose rows are not on this device have the server's totals and are left alone.
 */
import { cmp } from 'dexie';
import * as v from 'valibot';
import { Timestamp } from '#domain/rows';
import type { Database } from './database.ts';
import { recountMonth, recountSums } from './ledger.ts';

/** `month` is null when the scope as a whole was not what the server has, or not what its months say. */
const Repair = v.object({ scope: v.string(), month: v.nullable(v.string()), at: Timestamp });

const RecountState = v.object({
  /** Scope and month that were counted last; null before the first of a round. */
  last: v.nullable(v.tuple([v.string(), v.string()])),
  /** When every month had been counted. */
  finishedAt: v.nullable(Timestamp),
  /** The latest totals that were found wrong; none is what one expects. */
  repairs: v.array(Repair),
});
type RecountState = v.InferOutput<typeof RecountState>;

const KEY = 'recount';
const KEPT_REPAIRS = 20;
const ROUND_MS = 24 * 60 * 60_000;
const NEVER = '1970-01-01T00:00:00.000Z';

export async function readRecountState(db: Database): Promise<RecountState> {
  const parsed = v.safeParse(RecountState, (await db.meta.get(KEY))?.value);
  return parsed.success ? parsed.output : { last: null, finishedAt: null, repairs: [] };
}

/**
 * Counts one month, and the sums of a scope after its last month, in one transaction. `finished`: that was this day's round; `done`:
 * it was over before.
 */
export function recountNext(db: Database, now: Date): Promise<'more' | 'finished' | 'done'> {
  return db.transaction('rw', [...db.ledger, db.cursors, db.meta], async () => {
    const state = await readRecountState(db);
    // A clock that was set back makes the past the future.
    const since = Math.abs(now.getTime() - Date.parse(state.finishedAt ?? NEVER));
    if (since < ROUND_MS) return 'done';
    const at = now.toISOString();
    const next = await monthAfter(db, state.last ?? ['', '']);
    const repairs = [...state.repairs];
    const [counted] = state.last ?? [];
    if (counted !== undefined && next?.[0] !== counted && !(await recountSums(db, counted))) {
      repairs.push({ scope: counted, month: null, at });
    }
    if (!next) {
      await db.meta.put({ key: KEY, value: { repairs: latest(repairs), last: null, finishedAt: at } });
      return 'finished';
    }
    const [scope, month] = next;
    const wasRight = !(await isHere(db, scope, month)) || (await recountMonth(db, scope, month));
    if (!wasRight) repairs.push({ scope, month, at });
    await db.meta.put({ key: KEY, value: { repairs: latest(repairs), last: next, finishedAt: null } });
    return 'more';
  });
}

/** Notes that a scope was not what the server has, in the caller's transaction. */
export async function noteRepair(db: Database, scope: string, now: Date): Promise<void> {
  const state = await readRecountState(db);
  const repairs = latest([...state.repairs, { scope, month: null, at: now.toISOString() }]);
  await db.meta.put({ key: KEY, value: { ...state, repairs } });
}

function latest(repairs: RecountState['repairs']): RecountState['repairs'] {
  return repairs.slice(-KEPT_REPAIRS);
}

/** The next month, in order of keys, that has rows or totals. */
async function monthAfter(db: Database, last: [string, string]): Promise<[string, string] | undefined> {
  const [totals, pages] = await Promise.all([
    db.totals.where('[scope+month]').above(last).limit(1).primaryKeys(),
    // A key that is an array stands above every part of the month.
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
