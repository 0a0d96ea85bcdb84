import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database, databaseName } from '../database/database.ts';
import { idOf } from '../database/rows.fixture.ts';
import { beginCarryOver, endCarryOver, readCarryOvers } from './carry-overs.ts';
import { Device, readLastUser, writeLastUser } from './device.ts';
import { forgetKept, readKept } from './kept-users.ts';
import { doubtSignUp, noteSignUp, readLocalUser } from './local-user.ts';
import { beginLocalUser, leaveHere, showLocalUser } from './local-user-life.ts';
import { endSession } from './revocations.ts';

const anna = { id: idOf(1), email: 'anna@example.org' };

let device: Device;
beforeEach(async () => {
  // Not every test closes what it opened, and all share the names of databases.
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory() });
  device = new Device();
});

async function started(): Promise<string> {
  const id = await beginLocalUser(device);
  await showLocalUser(device);
  return id;
}

async function carryOverTo(user: typeof anna) {
  const from = await started();
  await new Database(from).open();
  const carryOver = { from, to: user.id, email: user.email, into: {}, accountsAt: null };
  expect(await beginCarryOver(device, carryOver)).toBe(true);
  return carryOver;
}

describe('somebody who starts without a login', () => {
  it('shows when they are ready, has the same id in a second attempt, and is never the last user', async () => {
    const id = await beginLocalUser(device);
    expect(await readLocalUser(device)).toBeNull();
    expect(await beginLocalUser(device)).toBe(id);
    await showLocalUser(device);
    expect(await readLocalUser(device)).toEqual({ id, ready: true, signedUp: null, leftBy: null });
    expect(await readLastUser(device)).toBeNull();
  });

  it('is known by the address of a sign-up here, until somebody logs in by link or provider', async () => {
    await noteSignUp(device, 'anna@example.org');
    expect(await readLocalUser(device)).toBeNull();
    await started();
    await noteSignUp(device, ' Anna@Example.org ');
    expect(await readLocalUser(device)).toMatchObject({ signedUp: 'anna@example.org' });
    await doubtSignUp(device);
    expect((await readLocalUser(device))?.signedUp).not.toBe('anna@example.org');
  });

  it('is nobody’s for sure when people sign up here with several addresses, so each log-in asks', async () => {
    await started();
    for (const email of ['anna@example.org', 'mallory@example.org', 'mallory@example.org', 'anna@example.org'])
      await noteSignUp(device, email);
    expect(['anna@example.org', 'mallory@example.org']).not.toContain((await readLocalUser(device))?.signedUp);
    await doubtSignUp(device);
    await noteSignUp(device, 'mallory@example.org');
    expect((await readLocalUser(device))?.signedUp, 'after a log-in by link').not.toBe('mallory@example.org');
  });

  it('is asked about again after the log-out of the user who left the data here', async () => {
    await started();
    await writeLastUser(device, anna);
    await leaveHere(device, anna.id);
    expect(await readLocalUser(device)).toMatchObject({ leftBy: anna.id });
    await endSession(device);
    expect(await readLocalUser(device)).toMatchObject({ leftBy: null });
  });

  it('does not count as somebody whose data was kept', async () => {
    const id = await started();
    await new Database(id).open();
    expect(await readKept(device)).toEqual([]);
  });
});

describe('data that goes to a user', () => {
  it('has one target: the first that is written down', async () => {
    const carryOver = await carryOverTo(anna);
    expect(await beginCarryOver(device, { ...carryOver, to: idOf(2) })).toBe(false);
    expect(await readCarryOvers(device)).toEqual([carryOver]);
    expect(await readLocalUser(device)).toBeNull();
    await endCarryOver(device, carryOver.from);
    expect(await readCarryOvers(device)).toEqual([]);
  });

  it('counts as kept for its user while they are logged out, and can be forgotten', async () => {
    const { from } = await carryOverTo(anna);
    expect(await readKept(device)).toEqual([{ id: from, email: anna.email, isLocal: true }]);
    await writeLastUser(device, anna);
    expect(await readKept(device)).toEqual([]);
    expect(await forgetKept(device, from)).toBe(true);
    expect(await readCarryOvers(device)).toEqual([]);
    expect(await Dexie.getDatabaseNames()).not.toContain(databaseName(from));
  });

  it('leaves room for somebody else who starts on the device', async () => {
    const { from } = await carryOverTo(anna);
    expect(await started()).not.toBe(from);
  });
});
