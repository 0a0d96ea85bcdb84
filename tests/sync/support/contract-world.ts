/** The world of the contract suites: a server where people sign up, and their devices. */
import { expect } from 'vitest';
import type { Insert, Operation } from '#domain/mutations/operations';
import type { InvitedRole } from '#domain/rows';
import { readSyncState } from '#store/database/sync-state';
import type { Remote } from '../../../sync/remote.ts';
import { enter, makeAccount } from './people.ts';
import { type Person, SimulatedDevice } from './simulated-device.ts';

export interface ContractWorld {
  /** Signs up a new user with a confirmed address. Returns the user and the server as they reach it. */
  signUp(name: string): Promise<{ person: Person; remote: Remote }>;
  /** Gives a role on an account or one budget of it. Returns a function that takes it back. */
  share(grant: {
    accountId: string;
    budgetId?: string;
    person: Person;
    role: InvitedRole;
  }): Promise<() => Promise<void>>;
  /** Somebody offers an account, or takes the offer back (null). Returns the refusal's reason, or null. */
  offer(by: Person, accountId: string, to: Person | null): Promise<string | null>;
  /** Somebody takes an account that was offered, or declines. Returns the refusal's reason, or null. */
  answer(by: Person, accountId: string, accepts: boolean): Promise<string | null>;
  stop(): Promise<void>;
}

export type Member = Awaited<ReturnType<ContractWorld['signUp']>>;

export const newId = () => crypto.randomUUID();
export const device = ({ person }: Member) => new SimulatedDevice(person, Date.now);
export const limited = (remote: Remote, limit: number): Remote => ({
  ...remote,
  pull: (userId, cursors) => remote.pull(userId, cursors, limit),
});

export function entered(accountId: string, over: Parameters<typeof enter>[1] = {}): Insert & { table: 'transactions' } {
  const operation = enter(0, { ...over, accountId });
  if (operation.table !== 'transactions') throw new Error('not a transaction');
  return { ...operation, row: { ...operation.row, id: newId() } };
}

export function mutation(...operations: Operation[]) {
  return { id: newId(), editedAt: new Date().toISOString(), operations };
}

/** Anna with an account and two devices that know it. */
export async function annaAtHome(world: ContractWorld) {
  const anna = await world.signUp('anna');
  const home = newId();
  const phone = device(anna);
  const laptop = device(anna);
  await phone.commit([makeAccount(home, anna.person)]);
  await phone.sync(anna.remote);
  await laptop.sync(anna.remote);
  return { anna, home, scope: `account:${home}`, phone, laptop };
}

/**
 * Waits until new entries on `later` count as made after all entries on `earlier`. Each device measures the server's
 * clock for itself, some milliseconds off.
 */
export async function untilLaterThan(earlier: SimulatedDevice, later: SimulatedDevice): Promise<void> {
  const { offsetMs: offset } = await readSyncState(later.db);
  await untilPast(await lastEdit(earlier), () => later.now() + offset);
}

/** Waits until the server counts what it gets as made after all entries on the device. It has this machine's clock. */
export async function untilTheServerIsLaterThan(earlier: SimulatedDevice): Promise<void> {
  await untilPast(await lastEdit(earlier), Date.now);
}

async function lastEdit(device: SimulatedDevice): Promise<number> {
  const entries = await device.db.outbox.toArray();
  return Math.max(...entries.map(({ editedAt }) => Date.parse(editedAt)));
}

async function untilPast(moment: number, now: () => number): Promise<void> {
  while (now() <= moment) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Checks that the devices hold the same rows as a new device. Returns those rows. */
export async function expectLikeAFreshDevice(member: Member, scope: string, ...devices: SimulatedDevice[]) {
  const fresh = device(member);
  await fresh.sync(member.remote);
  const rows = await fresh.rows(scope);
  expect(await fresh.balance(scope)).toBe(await fresh.countedBalance(scope));
  for (const one of devices) {
    expect(await one.rows(scope)).toEqual(rows);
    expect(await one.balance(scope)).toBe(await fresh.balance(scope));
    expect(await one.db.categories.orderBy('id').toArray()).toEqual(await fresh.db.categories.orderBy('id').toArray());
    expect(await one.db.outbox.where('state').anyOf('pending', 'in_flight', 'applied').count()).toBe(0);
  }
  return rows;
}
