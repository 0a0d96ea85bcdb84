/** What happens to the pages of a device: they end at any `await`, run out of room, or lose their database. */
import { expect } from 'vitest';
import { storageReason } from '#store/database/storage-failure';
import { MutationError } from '#store/optimistic/mutations';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import { removeDatabases } from '../faults/eviction.ts';
import { liveOn, liveThrough } from '../faults/halt.ts';
import { limitRoom } from '../faults/no-room.ts';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { Died } from '../sudden-death.ts';
import type { Choice } from './choice.ts';
import { doDeed } from './deeds.ts';
import type { Stage } from './stage.ts';

/** The part of the world that mishaps change. */
export interface Scene extends Stage {
  remoteOf(device: SimulatedDevice): Remote;
}

/** Lets a page die. What it had written before stays, and nothing stays half written. */
export async function die(
  world: Scene,
  device: SimulatedDevice,
  { writes, entering }: { writes: number; entering: boolean },
): Promise<void> {
  const tab = device.dyingTab(writes);
  try {
    if (entering) await doDeed(world, tab, { deed: 'enter', a: writes, b: writes });
    else await tab.sync(world.remoteOf(device));
  } catch (failure) {
    if (!isDeath(failure)) throw failure;
  }
  await findEntries(world, device);
  tab.db.close();
  device.reload();
}

/** Lets a page end at its n-th `await`, while it syncs or its user enters something. */
export async function halt(
  world: Scene,
  device: SimulatedDevice,
  { at, entering }: { at: number; entering: boolean },
): Promise<void> {
  const page = device.tab();
  const life = { left: at };
  liveOn(page.db, life);
  try {
    if (entering) await doDeed(world, page, { deed: at % 2 === 0 ? 'enter' : 'import', a: at, b: at });
    else await page.sync(liveThrough(world.remoteOf(device), life));
  } catch (failure) {
    if (!isDeath(failure)) throw failure;
  }
  if (life.left < 0) strike(entering ? 'a page that ended while something was entered' : 'a page that ended in a sync');
  page.db.close();
  device.reload();
  await findEntries(world, device);
}

/**
 * Lets a page run out of room at its n-th write. Whoever enters something is told so, and nothing of it stays. The page
 * goes on when there is room again.
 */
export async function runOutOfRoom(
  world: Scene,
  device: SimulatedDevice,
  { writes, deed }: { writes: number; deed: Choice | null },
): Promise<void> {
  const page = device.tab();
  const room = limitRoom(page.db, writes);
  const before = await outboxOf(device);
  const failure = await (deed ? doDeed(world, page, deed) : page.sync(world.remoteOf(device))).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (failure !== null && !(failure instanceof RemoteFailure || failure instanceof MutationError)) {
    if (room.refused === 0) throw failure;
    expect(storageReason(failure), String(failure)).toBe('storage_full');
  }
  if (room.refused > 0) strike(deed ? 'a deed without room' : 'a sync without room');
  if (deed && room.refused > 0) {
    expect(failure, 'a deed without room says so').not.toBe(null);
    // A deed may be several commands. Those that ended before the room did are stored.
    const stored = (await outboxOf(device)).filter(
      ({ id }) => !world.intents.has(id) || before.some((one) => one.id === id),
    );
    expect(stored, 'nothing of it is stored').toEqual(before);
  }
  room.left = Number.POSITIVE_INFINITY;
  device.db.close();
  device.db = page.db;
  for (const [id, by] of world.intents) if (by === page) world.intents.set(id, device);
}

/**
 * The browser removes what the devices of one browser have stored. What they had not sent is lost, and the app says so
 * (src/session/storage). They are other devices from now on.
 */
export async function evict(
  world: Scene,
  devices: readonly SimulatedDevice[],
  pages: readonly SimulatedDevice[] = [],
): Promise<void> {
  world.evictions += 1;
  await removeDatabases([...devices, ...pages]);
  // What was entered while they went may have gone with them.
  world.evictions += 1;
  for (const [id, device] of world.intents) if (devices.includes(device)) world.intents.delete(id);
  world.witness.areOthers(devices);
}

/** The entry may be stored although its id did not come back, because the page ended. */
export async function findEntries({ intents, witness }: Stage, device: SimulatedDevice): Promise<void> {
  const entries = await device.db.outbox.where('state').notEqual('lost').toArray();
  for (const { id } of entries) intents.set(id, device);
  await witness.find(device);
}

async function outboxOf({ db }: SimulatedDevice) {
  return (await db.outbox.toArray()).map(({ id, state, operations }) => ({ id, state, operations }));
}

/** Whether a transaction failed because the page ended. The database wraps that error. */
export function isDeath(failure: unknown): boolean {
  if (failure instanceof Died) return true;
  return failure instanceof Error && 'inner' in failure && isDeath(failure.inner);
}

/** Ignores a failed cycle, which is tried again, and a refused command, which a screen would show. */
export async function ignoringFailures(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (failure) {
    if (!(failure instanceof RemoteFailure || failure instanceof MutationError)) throw failure;
  }
}
