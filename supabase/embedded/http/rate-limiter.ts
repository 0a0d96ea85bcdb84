/** Counts tries with `rate-limiter-flexible`: in this process, or in a database that several processes share. */
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { oneStartAtATime } from '../postgres/one-start-at-a-time.ts';
import type { Limit } from './rate-limit.ts';

/** Counts per name and key, in windows that begin with their first try. */
export type RateLimiter = {
  /** Counts one more; returns how many there are in this window. */
  add(name: string, key: string, seconds: number): Promise<number>;
  /** Counts one more; returns the seconds to wait, or 0 when there was room. */
  take(name: string, key: string, limit: Limit): Promise<number>;
  /** The seconds that one more would have to wait, or 0. Counts nothing. */
  wait(name: string, key: string, limit: Limit): Promise<number>;
  /** How many there are in the present window. */
  count(name: string, key: string): Promise<number>;
  /** Takes one back that was counted before it was known to be harmless. */
  giveBack(name: string, key: string, limit: Limit): Promise<void>;
  forget(name: string, key: string): Promise<void>;
};

/** The most keys to remember, about 20 MB. Keys whose windows began first are forgotten first. */
const mostKeys = 50_000;

/** Counts in this process, and forgets when it ends. */
export function createMemoryLimiter(): RateLimiter {
  const store = new RateLimiterMemory(unlimited);
  // The library limits how long it keeps a key, but not how many keys.
  const keys = new Set<string>();
  return createLimiter(store, async (id, { isFirstInDuration }) => {
    if (isFirstInDuration) keys.delete(id);
    keys.add(id);
    const oldest = keys.values().next();
    if (keys.size <= mostKeys || oldest.done) return;
    keys.delete(oldest.value);
    await store.delete(oldest.value);
  });
}

/**
 * Counts in the database, for all processes that use it. `superuser` makes the table, in a schema of which clients may
 * use functions only.
 */
export async function createSharedLimiter(superuser: Sql): Promise<RateLimiter> {
  await oneStartAtATime(superuser, (sql) => sql`create schema if not exists embedded`);
  const ready = Promise.withResolvers<void>();
  const store = new RateLimiterPostgres(
    {
      ...unlimited,
      storeClient: { query: (query: Query) => runQuery(superuser, query) },
      storeType: 'client',
      schemaName: 'embedded',
      tableName: 'tries',
    },
    (error) => (error ? ready.reject(error) : ready.resolve()),
  );
  await ready.promise;
  return createLimiter(store, async () => {});
}

/** The library compares with one limit per store. Our limits differ, so `take` compares. */
const unlimited = { points: Number.MAX_SAFE_INTEGER, duration: 1, keyPrefix: '' };

function createLimiter(
  store: RateLimiterAbstract,
  counted: (id: string, result: RateLimiterRes) => Promise<void>,
): RateLimiter {
  const add = async (name: string, key: string, seconds: number) => {
    const id = idOf(name, key);
    const result = await store.penalty(id, 1, { customDuration: seconds });
    await counted(id, result);
    return result;
  };
  return {
    add: async (name, key, seconds) => (await add(name, key, seconds)).consumedPoints,
    async take(name, key, limit) {
      const { consumedPoints, msBeforeNext } = await add(name, key, limit.seconds);
      return consumedPoints > limit.count ? seconds(msBeforeNext) : 0;
    },
    async wait(name, key, limit) {
      const there = await store.get(idOf(name, key));
      return there && there.consumedPoints >= limit.count ? seconds(there.msBeforeNext) : 0;
    },
    count: async (name, key) => (await store.get(idOf(name, key)))?.consumedPoints ?? 0,
    async giveBack(name, key, limit) {
      await store.reward(idOf(name, key), 1, { customDuration: limit.seconds });
    },
    async forget(name, key) {
      await store.delete(idOf(name, key));
    },
  };
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** An id of fixed length that does not tell who tried. */
function idOf(name: string, key: string): string {
  return createHash('sha256').update(`${name} ${key}`).digest('base64url');
}

type Query = { text: string; values?: (string | number | null)[] };

/** The part of node-postgres that the library uses, on top of the backend's own client. */
async function runQuery(sql: Sql, { text, values = [] }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
  const rows = await sql.unsafe(text, values);
  return { rows: [...rows], rowCount: rows.count };
}
