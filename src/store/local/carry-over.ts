/**
 * Carries what was entered without a login over to a user, after that user's first pull. Each part is one mutation with
 * an id of its own kind, so nothing arrives twice: not after a crash, from a second tab, or after another log-in.
 * SPEC.md S63, decision 0017.
 */

import * as v from 'valibot';
import type { Actor } from '../commands/commit.ts';
import { type BrowserStorage, Database, openDatabase } from '../database/database.ts';
import { markHandedOver } from '../database/handed-over.ts';
import { readMeta } from '../database/meta.ts';
import type { Draft } from '../database/records.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { type CarryOver, endCarryOver, readCarryOvers } from '../session/carry-overs.ts';
import type { Device } from '../session/device.ts';
import { draftsToCarry, storeCarried } from './carry-drafts.ts';
import { readContents } from './contents.ts';
import { type Part, partsOf } from './parts.ts';

const LOCK = 'carryover-carry-over';

/** Rows of a mutation. It fits through a slow line within a request's time limit (S60). */
const PART_ROWS = 100;

/**
 * Carries over everything whose target is this user. Returns the number of transactions that came. One tab works at a
 * time, to save effort; correctness does not need the lock.
 */
export async function carryOverAll(device: Device, db: Database, actor: Actor): Promise<number> {
  const work = async () => {
    let entries = 0;
    for (const carryOver of await readCarryOvers(device)) {
      if (carryOver.to === actor.userId) entries += await carryOverOne(device, db, actor, carryOver);
    }
    return entries;
  };
  // `locks` is absent on plain-http origins.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(LOCK, work) : work();
}

/** Given only by tests. */
interface Conditions {
  browser?: BrowserStorage;
  /** Rows of a part. */
  partRows?: number;
}

/** Returns the number of transactions. */
export async function carryOverOne(
  device: Device,
  db: Database,
  actor: Actor,
  carryOver: CarryOver,
  { browser, partRows = PART_ROWS }: Conditions = {},
): Promise<number> {
  const { parts, drafts } = await takeParts(carryOver, partRows, browser);
  for (const [n, part] of parts.entries()) await commitPart(db, actor, carryOver.from, n, part);
  await once(db, carryOver.from, parts.length, () => storeCarried(db, drafts));
  // The last part is in the outbox, so nothing needs this copy any more.
  await new Database(carryOver.from, browser).delete();
  await endCarryOver(device, carryOver.from);
  return parts.flatMap(({ inserts }) => inserts).filter(({ table }) => table === 'transactions').length;
}

interface Taken {
  parts: Part[];
  drafts: Draft[];
}

/** Mark and reading are one transaction: no row comes later. */
async function takeParts(carryOver: CarryOver, partRows: number, browser?: BrowserStorage): Promise<Taken> {
  const local = await openDatabase(carryOver.from, browser);
  try {
    return await local.transaction('rw', local.tables, async () => {
      await markHandedOver(local);
      const parts = partsOf(await readContents(local), carryOver, partRows);
      return { parts, drafts: await draftsToCarry(local, carryOver) };
    });
  } finally {
    local.close();
  }
}

async function commitPart(db: Database, { userId, email }: Actor, from: string, n: number, part: Part): Promise<void> {
  await once(db, from, n, async () => {
    await commitMutation(db, part.inserts, { userId, userEmail: email, now: new Date(), id: part.id });
  });
}

/** Takes the step `n`, unless an earlier attempt has. The count of the steps changes together with what they do. */
async function once(db: Database, from: string, n: number, step: () => Promise<void>): Promise<void> {
  const key = `carried-over:${from}`;
  await db.transaction('rw', db.tables, async () => {
    const done = (await readMeta(db, key, v.number())) ?? 0;
    if (done > n) return;
    await step();
    await db.meta.put({ key, value: n + 1 });
  });
}
