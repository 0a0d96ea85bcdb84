import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from './device.ts';
import { makeHousehold } from './household.ts';
import { insertAccount, join, openAccount, type Person } from './people.ts';
import { fill, scopeOf, storedIds } from './pulled.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household } = await makeHousehold(database));
});

describe('a scope starts afresh', () => {
  const pulled = async () => {
    await fill(ada, household, 1);
    const device = makeDevice(ada);
    await device.pullAll();
    return device;
  };
  const reset = async (device: ReturnType<typeof makeDevice>) =>
    (await device.pull()).scopes.find((one) => one.scope === scopeOf(household))?.reset;

  test('not when nothing happened', async () => {
    expect(await reset(await pulled())).toBe(false);
  });

  test('after a restore of the server, which has another epoch', async () => {
    const device = await pulled();
    await database.sql`select change_epoch()`;
    expect(await reset(device)).toBe(true);
    expect(await reset(device)).toBe(false);
  });

  test('and hears up to which number the restored server agrees with it', async () => {
    const device = await pulled();
    const scopeNow = async () => (await device.pull()).scopes.find((one) => one.scope === scopeOf(household));
    const before = await scopeNow();
    await database.sql`select change_epoch()`;
    expect((await scopeNow())?.floor).toBe(before?.head);
    await fill(ada, household, 1);
    const later = await scopeNow();
    expect(later?.floor).toBe(before?.head);
    expect(later?.head).toBeGreaterThan(later?.floor ?? 0);
  });

  test('[S62d] and of two restores that it missed, hears of the first', async () => {
    const device = await pulled();
    const last = async () => (await device.pull()).scopes.find((one) => one.scope === scopeOf(household));
    const head = (await last())?.head ?? 0;
    // The device has two numbers more than the backup.
    device.turnCursor(scopeOf(household), { version: head + 2 });
    await database.sql`select change_epoch()`;
    await fill(ada, household, 1);
    await database.sql`select change_epoch()`;
    await fill(ada, household, 1);
    expect(await last()).toMatchObject({ floor: head, reset: true });
    // It knows of both now.
    await database.sql`select change_epoch()`;
    expect((await last())?.floor).toBeGreaterThan(head + 2);
  });

  test('[S62c] and two restores of one backup go on at other numbers, also soon after a restore', async () => {
    const numberAfter = async (number: string) => {
      const [row] = await database.sql`select private.number_after_restore(${number}) as number`;
      return String(row?.number);
    };
    // The backup was made when the log had gone on for a while after an earlier restore.
    const backedUp = String(Number(await numberAfter('5000')) + 10);
    const first = Number(await numberAfter(backedUp));
    const second = Number(await numberAfter(backedUp));
    expect(first).toBeGreaterThan(Number(backedUp));
    expect(second).toBeGreaterThan(first);
    expect(Number.isSafeInteger(second)).toBe(true);
    // A server whose clock was set back goes on above what it knows.
    expect(Number(await numberAfter('8000000000000000'))).toBeGreaterThan(8_000_000_000_000_000);
  });

  test('when the cursor is above the head', async () => {
    const device = await pulled();
    device.turnCursor(scopeOf(household), { version: 1_000_000 });
    expect(await reset(device)).toBe(true);
  });

  test('when tombstones that it has not seen were dropped', async () => {
    const device = await pulled();
    const [id] = await storedIds(database, household);
    await ada.push({ kind: 'delete', table: 'transactions', id: id ?? '' });
    await database.sql`update private.removals set at = now() - interval '2 years'`;
    await database.sql`select collect_garbage()`;
    expect(await reset(device)).toBe(true);
    expect(device.ids(scopeOf(household))).toEqual(await storedIds(database, household));
  });

  test('not when it had seen the dropped tombstones', async () => {
    const device = await pulled();
    const [id] = await storedIds(database, household);
    await ada.push({ kind: 'delete', table: 'transactions', id: id ?? '' });
    await device.pull();
    await database.sql`update private.removals set at = now() - interval '2 years'`;
    await database.sql`select collect_garbage()`;
    expect(await reset(device)).toBe(false);
  });

  test('when access was taken away and given again', async () => {
    const membership = await join(ada, eve, 'viewer', household);
    const device = makeDevice(eve);
    await device.pullAll();
    await ada.sql`delete from memberships where membership_id = ${membership}`;
    await join(ada, eve, 'viewer', household);
    expect(await reset(device)).toBe(true);
  });

  test('when the account was deleted and made again under its id', async () => {
    await openAccount(ada, 'Other');
    const device = await pulled();
    await ada.push({ kind: 'delete', table: 'accounts', id: household });
    await ada.push(insertAccount(ada.id, household));
    expect(await reset(device)).toBe(true);
    expect(device.ids(scopeOf(household))).toEqual([]);
  });
});
