/**
 * Carries what was entered without a login over to a user, after that user's first pull. Each slice is one mutation
 * with an id of its own kind, so nothing arrives twice: not after a crash, from a second tab, or after another log-in.
 * SPEC.md S63, decision 0017.
 */

import * as v from 'valibot';
import { ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import { isOnTransaction } from '#domain/mutations/operation-groups';
import type { Actor } from '../commands/commit/commit.ts';
import { type BrowserStorage, Database, openDatabase } from '../database/database.ts';
import { markHandedOver } from '../database/handed-over.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import type { Draft } from '../database/records.ts';
import { transactionsAnywhere } from '../ledger/ledger.ts';
import { commitMutations } from '../optimistic/mutations.ts';
import { type CarryOver, endCarryOver, readCarryOvers } from '../session/carry-overs.ts';
import type { Device } from '../session/device.ts';
import { draftsToCarry, storeCarried } from './carry-drafts.ts';
import { readContents } from './contents.ts';
import { type Slice, slicesOf } from './slices.ts';

const LOCK = 'carryover-carry-over';

/** Numbers of transactions. */
interface Carried {
  entries: number;
  /** Those that were sides of a transfer without its other side, and came as income or expense. */
  alone: number;
}

/**
 * Carries over everything whose target is this user. Returns what came. One tab works at a
 * time, to save effort; correctness does not need the lock.
 */
export async function carryOverAll(device: Device, db: Database, actor: Actor): Promise<Carried> {
  const work = async () => {
    const all = { entries: 0, alone: 0 };
    for (const carryOver of await readCarryOvers(device)) {
      if (carryOver.to !== actor.userId) continue;
      const { entries, alone } = await carryOverOne(device, db, actor, carryOver);
      all.entries += entries;
      all.alone += alone;
    }
    return all;
  };
  // `locks` is absent on plain-http origins.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(LOCK, work) : work();
}

/** Given only by tests. */
interface Conditions {
  browser?: BrowserStorage;
  /** Rows of a slice. */
  sliceRows?: number;
}

export async function carryOverOne(
  device: Device,
  db: Database,
  actor: Actor,
  carryOver: CarryOver,
  { browser, sliceRows = ROWS_IN_ONE.carriedOver }: Conditions = {},
): Promise<Carried> {
  const { slices, drafts } = await takeSlices(carryOver, sliceRows, browser);
  for (const [n, slice] of slices.entries()) await carrySlice(db, actor, carryOver.from, n, slice);
  await once(db, carryOver.from, slices.length, () => storeCarried(db, drafts));
  // The last slice is in the outbox, so nothing needs this copy any more.
  await new Database(carryOver.from, browser).delete();
  await endCarryOver(device, carryOver.from);
  const operations = slices.flatMap((slice) => slice.operations);
  return {
    entries: operations.filter((one) => one.kind === 'insert' && one.table === 'transactions').length,
    alone: slices.reduce((sum, slice) => sum + slice.alone, 0),
  };
}

interface Taken {
  slices: Slice[];
  drafts: Draft[];
}

/** Mark and reading are one transaction: no row comes later. */
async function takeSlices(carryOver: CarryOver, sliceRows: number, browser?: BrowserStorage): Promise<Taken> {
  const local = await openDatabase(carryOver.from, browser);
  try {
    return await local.transaction('rw', local.tables, async () => {
      await markHandedOver(local);
      const slices = slicesOf(await readContents(local), carryOver, sliceRows);
      return { slices, drafts: await draftsToCarry(local, carryOver) };
    });
  } finally {
    local.close();
  }
}

async function carrySlice(
  db: Database,
  { userId, email }: Actor,
  from: string,
  n: number,
  slice: Slice,
): Promise<void> {
  await once(db, from, n, async () => {
    const mutation = { operations: slice.operations, apart: true };
    const linked = slice.operations.flatMap((one) => (isOnTransaction(one) && one.kind === 'patch' ? one.id : []));
    const seen = [...(await transactionsAnywhere(db, linked)).values()];
    await commitMutations(db, [mutation], { userId, userEmail: email, now: new Date(), id: slice.id, seen });
  });
}

/** Takes the step `n`, unless an earlier attempt has. The count of the steps changes together with what they do. */
async function once(db: Database, from: string, n: number, step: () => Promise<void>): Promise<void> {
  const key = `carried-over:${from}`;
  await db.transaction('rw', db.tables, async () => {
    const done = (await readMeta(db, key, v.number())) ?? 0;
    if (done > n) return;
    await step();
    await writeMeta(db, key, n + 1);
  });
}
