import { describe, expect, it } from 'vitest';
import { readTotals } from '#store/ledger/ledger';
import { readEntry } from '#store/outbox/outbox';
import { applyResponse } from '../../sync/apply.ts';
import { runCycle } from '../../sync/cycle.ts';
import { PROTOCOL_VERSION, type PullAnswer } from '../../sync/protocol.ts';
import { pullOnce, whatIsKnown } from '../../sync/pull.ts';
import { pushOnce, startPushing } from '../../sync/push.ts';
import type { Remote } from '../../sync/remote.ts';
import { removeDatabases } from './support/faults/eviction.ts';
import { ANNA, BEN, change, enter, erase, idOf, makeAccount, SHOP } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

/** Sends the request that the device would send. Returns the response, to be applied later. */
async function ask(device: SimulatedDevice, remote: Remote) {
  const asked = await whatIsKnown(device.db);
  const scopes = Object.fromEntries(
    [...asked.cursors].map(([scope, { version, grantId, before }]) => [scope, { version, grantId, before }]),
  );
  const cursors = { protocol: PROTOCOL_VERSION, epoch: asked.epoch, scopes };
  return { asked, response: await remote.pull(device.person.userId, cursors, 1000) };
}

/** Returns the response with its only scope changed. */
function withScope(response: PullAnswer, change: Partial<PullAnswer['scopes'][number]>): PullAnswer {
  return { ...response, scopes: response.scopes.map((scope) => ({ ...scope, ...change })) };
}

describe('a pull response', () => {
  it('[S11a] a response that another one overtook is dropped and takes nothing back', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const late = await ask(laptop, remote);
    const gone = await onlyRow(phone);
    await phone.commit([erase(gone)], [gone]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await applyResponse(laptop.db, late.asked, late.response, 0)).toBe(false);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    expect(await laptop.db.cursors.get(SCOPE)).toEqual(await phone.db.cursors.get(SCOPE));
  });

  it('[S11a] a response to a database that was emptied since is dropped, however far the new one is', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.sync(remote);
    await laptop.commit([enter(1)]);
    await laptop.sync(remote);
    const late = await ask(phone, remote);
    await removeDatabases([phone]);
    for (let pulled = 0; pulled < late.asked.seq; pulled++) await pullOnce(phone.db, remote, () => 0);
    const fresh = await whatIsKnown(phone.db);
    expect(fresh.seq).toBe(late.asked.seq);
    expect(await applyResponse(phone.db, late.asked, late.response, 0)).toBe(false);
    expect(await applyResponse(phone.db, fresh, late.response, 0)).toBe(true);
  });

  it('[S11a, G6] a response from before a scope was lost does not bring the scope back', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.sync(remote);
    const late = await ask(laptop, remote);
    await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await applyResponse(laptop.db, late.asked, late.response, 0)).toBe(false);
    expect(await laptop.rows(`account:${SHOP}`)).toEqual([]);
    expect(await laptop.db.accounts.get(SHOP)).toBeUndefined();
  });

  it('[S15b, S17, G1] a row that comes back with its scope has the open entries laid over it', async () => {
    const { laptop, phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { amount: 500 })], [row]);
    const lost = await ask(laptop, remote);
    expect(await applyResponse(laptop.db, lost.asked, { ...lost.response, scopes: [] }, 0)).toBe(true);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    const given = await ask(laptop, remote);
    expect(await applyResponse(laptop.db, given.asked, given.response, 0)).toBe(true);
    expect(await onlyRow(laptop)).toMatchObject({ amount: 500 });
  });

  it('[S34b, G4] a response that follows a dropped one is dropped, too', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (let month = 1; month <= 6; month++) await phone.commit([enter(month, { date: `2025-0${month}-10` })]);
    await phone.sync(remote);
    const tablet = new SimulatedDevice(ANNA, now);
    tablet.limits = { first: 2, later: 2 };
    const tab = tablet.tab();
    tab.limits = { first: 1, later: 1 };
    let overtaken = false;
    const late: Remote = {
      ...remote,
      pull: async (userId, cursors, limit) => {
        const response = await remote.pull(userId, cursors, limit);
        if (!overtaken) await tab.pull(remote);
        overtaken = true;
        return response;
      },
    };
    await tablet.sync(late);
    tab.db.close();
    expect(await tablet.rows(SCOPE)).toHaveLength(6);
    expect(await tablet.balance(SCOPE)).toBe(-600);
  });

  it('[S34a] the next request goes out while the last response is applied', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (let month = 1; month <= 3; month++) await phone.commit([enter(month, { date: `2025-0${month}-10` })]);
    await phone.sync(remote);
    const tablet = new SimulatedDevice(ANNA, now);
    const monthsWhenAsked: number[] = [];
    const counted: Remote = {
      ...remote,
      pull: async (userId, cursors) => {
        monthsWhenAsked.push(await tablet.db.transactions.count());
        return remote.pull(userId, cursors, 1);
      },
    };
    await tablet.sync(counted);
    expect(monthsWhenAsked).toEqual([0, 0, 1]);
    expect(await tablet.rows(SCOPE)).toHaveLength(3);
  });

  it('[S11a, G2] a response that two tabs ask for is applied once', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const tab = laptop.tab();
    await Promise.all([laptop.sync(remote), tab.sync(remote)]);
    tab.db.close();
    expect(await laptop.rows(SCOPE)).toHaveLength(1);
    expect(await laptop.balance(SCOPE)).toBe(-100);
  });

  it('[S15a, G6] a response to another user changes nothing', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const { asked, response } = await ask(phone, remote);
    const foreign = { ...response, user: BEN.userId, scopes: [] };
    await expect(applyResponse(phone.db, asked, foreign, 0)).rejects.toMatchObject({ reason: 'forbidden_user' });
    expect(await phone.db.accounts.count()).toBe(1);
  });

  it('[S12b] a tombstone takes only a row of a lower version', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const { id, version, date } = await onlyRow(phone);
    const { asked, response } = await ask(phone, remote);
    const removal = { version, kind: 'transaction' as const, id, date };
    await applyResponse(phone.db, asked, withScope(response, { removals: [removal] }), 0);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    const next = await ask(phone, remote);
    const later = { ...removal, version: version + 1 };
    await applyResponse(phone.db, next.asked, withScope(next.response, { removals: [later] }), 0);
    expect(await phone.rows(SCOPE)).toEqual([]);
  });

  it('[S12a] a row of a response stays, because the tombstones are applied before it', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const row = await onlyRow(phone);
    const { asked, response } = await ask(phone, remote);
    const { id, date } = row;
    const removal = { version: row.version + 1, kind: 'transaction' as const, id, date };
    const both = withScope(response, { removals: [removal], transactions: [row] });
    expect(await applyResponse(phone.db, asked, both, 0)).toBe(true);
    expect(await phone.rows(SCOPE)).toEqual([row]);
  });

  it('[S10a, S10b] a pull response moves the cursor and writes rows, and a push response does neither', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    const cursor = await phone.db.cursors.get(SCOPE);
    await phone.commit([enter(1)]);
    await pushOnce(phone.db, remote, now, startPushing());
    expect(await phone.db.cursors.get(SCOPE)).toEqual(cursor);
    expect(await onlyRow(phone)).toMatchObject({ version: 0 });
    await pullOnce(phone.db, remote, now);
    expect(await onlyRow(phone)).toMatchObject({ version: 2 });
    expect(await phone.db.cursors.get(SCOPE)).toMatchObject({ version: 2 });
  });

  it('[S14] a scope is purged only if the request named it', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const { asked, response } = await ask(phone, remote);
    const unnamed = { ...asked, cursors: new Map() };
    await applyResponse(phone.db, unnamed, { ...response, scopes: [] }, 0);
    expect(await phone.db.accounts.count()).toBe(1);
  });
});

describe('a first pull', () => {
  it('[S13b, S13c] a first pull gives the right balance at once and brings the months newest first', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (let month = 1; month <= 6; month++) await phone.commit([enter(month, { date: `2025-0${month}-10` })]);
    await phone.sync(remote);
    const tablet = new SimulatedDevice(ANNA, now);
    const small: Remote = { ...remote, pull: (userId, cursors) => remote.pull(userId, cursors, 2) };
    expect(await pullOnce(tablet.db, small, now)).toBe('more');
    expect((await tablet.rows(SCOPE)).map((row) => row.date)).toEqual(['2025-06-10', '2025-05-10']);
    expect(await tablet.balance(SCOPE)).toBe(-600);
    expect(await tablet.db.meta.get('sync')).toMatchObject({ value: { backfill: { loaded: 2, total: 6 } } });
    await tablet.commit([enter(7, { date: '2025-01-20' })]);
    expect(await tablet.balance(SCOPE)).toBe(-700);
    await tablet.sync(small);
    expect(await tablet.rows(SCOPE)).toHaveLength(7);
    expect(await tablet.balance(SCOPE)).toBe(await tablet.countedBalance(SCOPE));
    expect(await readTotals(tablet.db, SCOPE)).toHaveLength(6);
  });
});

describe('an open entry', () => {
  it('[S4a, S16a] an applied entry overlays its row until the cursor reaches it', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    for (let number = 1; number <= 5; number++) await laptop.commit([enter(number)]);
    await laptop.sync(remote);
    const id = await phone.commit([enter(9)]);
    await pushOnce(phone.db, remote, now, startPushing());
    const cut: Remote = { ...remote, pull: (userId, cursors) => remote.pull(userId, cursors, 2) };
    expect(await pullOnce(phone.db, cut, now)).toBe('more');
    expect(await readEntry(phone.db, id)).toMatchObject({ state: 'applied' });
    expect((await phone.rows(SCOPE)).map((row) => row.id)).toContain(idOf(9));
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(6);
  });

  it('[S16a] an applied entry overlays its row through a response from before its verdict', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(9)]);
    const early = await ask(phone, remote);
    await pushOnce(phone.db, remote, now, startPushing());
    await applyResponse(phone.db, early.asked, early.response, 0);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
  });

  it('[S16b] an applied entry that made an account survives a response from before its verdict', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    const early = await ask(phone, remote);
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await pushOnce(phone.db, remote, now, startPushing());
    await applyResponse(phone.db, early.asked, early.response, 0);
    expect(await phone.db.accounts.get(SHOP)).toBeDefined();
    await phone.sync(remote);
    expect(await phone.db.accounts.get(SHOP)).toMatchObject({ version: 1 });
  });

  it('[G5] an open edit follows its row to the month where somebody else moved it', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { date: '2026-01-20' })], [row]);
    await laptop.sync(remote);
    await phone.commit([change(row, { notes: 'mine' })], [row]);
    await pullOnce(phone.db, remote, now);
    expect(await onlyRow(phone)).toMatchObject({ date: '2026-01-20', notes: 'mine' });
  });

  it('[S19, G1] an entry keeps the row as the user had it when a pull takes the row away', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(phone);
    const id = await phone.commit([change(row, { notes: 'mine' })], [row]);
    await laptop.commit([erase(row)], [row]);
    await laptop.sync(remote);
    await pullOnce(phone.db, remote, now);
    expect(await phone.rows(SCOPE)).toEqual([]);
    await phone.sync(remote);
    expect(await phone.db.outbox.get({ id })).toMatchObject({
      state: 'superseded',
      verdict: { reason: 'deleted' },
      content: [{ row: { notes: 'mine', amount: 100 } }],
    });
  });

  it('[S10b, S18, G9] an applied entry goes again when the server was restored before the first pull', async () => {
    const { remote, server, now } = await annaWithTwoDevices();
    const tablet = new SimulatedDevice(ANNA, now);
    const restore = server.backUp();
    await tablet.commit([makeAccount(SHOP, ANNA)]);
    await pushOnce(tablet.db, remote, now, startPushing());
    restore();
    expect(server.state.tables.accounts.has(SHOP)).toBe(false);
    await tablet.sync(remote);
    await tablet.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(true);
    expect(await tablet.db.outbox.count()).toBe(0);
  });

  it('[S18, G9] an applied entry goes again under its id when the server was restored to before it', async () => {
    const { phone, remote, server, now } = await annaWithTwoDevices();
    const restore = server.backUp();
    const id = await phone.commit([enter(1)]);
    await pushOnce(phone.db, remote, now, startPushing());
    restore();
    await pullOnce(phone.db, remote, now);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'in_flight' });
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });
});

it('[S21b, S21d] a cycle pulls and ends although something is entered without a pause', async () => {
  const { phone, laptop, remote, now } = await annaWithTwoDevices();
  await laptop.commit([enter(1)]);
  await laptop.sync(remote);
  let number = 1;
  const busy = async () => void (await phone.commit([enter(++number)]));
  await busy();
  const written: Remote = {
    ...remote,
    push: async (...asked) => {
      const response = await remote.push(...asked);
      await busy();
      return response;
    },
  };
  const deadline = now() + 20_000;
  expect(await runCycle({ db: phone.db, remote: written, now, deadline, wantsPull: async () => true })).toBe('cut');
  const arrived = await phone.rows(SCOPE);
  expect(arrived.find((row) => row.id === idOf(1))?.version).toBeGreaterThan(0);
  expect(await phone.db.outbox.where('state').equals('applied').count()).toBe(0);
});
