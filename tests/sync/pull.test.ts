import { describe, expect, it } from 'vitest';
import { readTotals } from '#store/ledger';
import { readEntry } from '#store/outbox';
import { applyAnswer } from '../../sync/apply.ts';
import { runCycle } from '../../sync/cycle.ts';
import { PROTOCOL_VERSION, type PullAnswer } from '../../sync/protocol.ts';
import { pullOnce, whatIsKnown } from '../../sync/pull.ts';
import { pushOnce, startPushing } from '../../sync/push.ts';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './world-of-two.ts';

/** Asks as the device would, and gives the answer to whoever wants to apply it later. */
async function ask(device: SimulatedDevice, remote: Remote) {
  const asked = await whatIsKnown(device.db);
  const scopes = Object.fromEntries(
    [...asked.cursors].map(([scope, { version, grantId, before }]) => [scope, { version, grantId, before }]),
  );
  const cursors = { protocol: PROTOCOL_VERSION, epoch: asked.epoch, scopes };
  return { asked, answer: await remote.pull(device.person.userId, cursors, 1000) };
}

/** The answer with its only scope changed. */
function withScope(answer: PullAnswer, change: Partial<PullAnswer['scopes'][number]>): PullAnswer {
  return { ...answer, scopes: answer.scopes.map((scope) => ({ ...scope, ...change })) };
}

describe('an answer', () => {
  it('that was overtaken by another is dropped, so that a late one takes nothing back (S11)', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const late = await ask(laptop, remote);
    const gone = await onlyRow(phone);
    await phone.commit([erase(gone)], [gone]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await applyAnswer(laptop.db, late.asked, late.answer, 0)).toBe(false);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    expect(await laptop.db.cursors.get(SCOPE)).toEqual(await phone.db.cursors.get(SCOPE));
  });

  it('that was asked for before a scope was lost does not bring it back (S11, S14, G6)', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.sync(remote);
    const late = await ask(laptop, remote);
    await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await applyAnswer(laptop.db, late.asked, late.answer, 0)).toBe(false);
    expect(await laptop.rows(`account:${SHOP}`)).toEqual([]);
    expect(await laptop.db.accounts.get(SHOP)).toBeUndefined();
  });

  it('that was cut takes nothing off that was entered here and comes, changed since, with a later one (S16, G1)', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    const first = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(1));
    if (!first) throw new Error('the first row is not here');
    await phone.commit([change(first, { amount: 500 })], [first]);
    await pushOnce(phone.db, remote, now, startPushing());
    phone.limits = { first: 1, later: 1 };
    const pages: number[] = [];
    do pages.push(await phone.balance(SCOPE));
    while ((await phone.pull(remote)) === 'more');
    expect(pages).toEqual([-700, -700, -700]);
    expect(await phone.balance(SCOPE)).toBe(-700);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('that brings back a row has the entries on it laid over it, though it was gone for a while (S10, G1)', async () => {
    const { laptop, phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { amount: 500 })], [row]);
    const lost = await ask(laptop, remote);
    expect(await applyAnswer(laptop.db, lost.asked, { ...lost.answer, scopes: [] }, 0)).toBe(true);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    const given = await ask(laptop, remote);
    expect(await applyAnswer(laptop.db, given.asked, given.answer, 0)).toBe(true);
    expect(await onlyRow(laptop)).toMatchObject({ amount: 500 });
  });

  it('that was asked for after one that another tab overtook is dropped with it (S34, G4)', async () => {
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
        const answer = await remote.pull(userId, cursors, limit);
        if (!overtaken) await tab.pull(remote);
        overtaken = true;
        return answer;
      },
    };
    await tablet.sync(late);
    tab.db.close();
    expect(await tablet.rows(SCOPE)).toHaveLength(6);
    expect(await tablet.balance(SCOPE)).toBe(-600);
  });

  it('is on its way while the one before it is applied (S34)', async () => {
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

  it('asked for twice by two tabs is applied once (S11, G2)', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const tab = laptop.tab();
    await Promise.all([laptop.sync(remote), tab.sync(remote)]);
    tab.db.close();
    expect(await laptop.rows(SCOPE)).toHaveLength(1);
    expect(await laptop.balance(SCOPE)).toBe(-100);
  });

  it('to another user changes nothing (S15, G6)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const { asked, answer } = await ask(phone, remote);
    const foreign = { ...answer, user: BEN.userId, scopes: [] };
    await expect(applyAnswer(phone.db, asked, foreign, 0)).rejects.toMatchObject({ reason: 'forbidden_user' });
    expect(await phone.db.accounts.count()).toBe(1);
  });

  it('removes only rows of a lower version (S12)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const { id, version, date } = await onlyRow(phone);
    const { asked, answer } = await ask(phone, remote);
    const removal = { version, kind: 'transaction' as const, id, date };
    await applyAnswer(phone.db, asked, withScope(answer, { removals: [removal] }), 0);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    const next = await ask(phone, remote);
    const later = { ...removal, version: version + 1 };
    await applyAnswer(phone.db, next.asked, withScope(next.answer, { removals: [later] }), 0);
    expect(await phone.rows(SCOPE)).toEqual([]);
  });

  it('moves the cursor and writes the rows, which a push reply never does (S10)', async () => {
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
});

describe('a first pull', () => {
  it('has the right balance at once and the months newest first (S13)', async () => {
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

describe('an entry', () => {
  it('that was applied keeps overlaying its row until the cursor reaches it (S16)', async () => {
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

  it('that made an account survives an answer from before its verdict (S16)', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    const early = await ask(phone, remote);
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await pushOnce(phone.db, remote, now, startPushing());
    await applyAnswer(phone.db, early.asked, early.answer, 0);
    expect(await phone.db.accounts.get(SHOP)).toBeDefined();
    await phone.sync(remote);
    expect(await phone.db.accounts.get(SHOP)).toMatchObject({ version: 1 });
  });

  it('follows its row to the month to which somebody else moved it (S17)', async () => {
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

  it('keeps the row as the user had it when a pull takes the row away first (S19, G1)', async () => {
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

  it('is sent again under its id when the server was restored to before it (S18, G9)', async () => {
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

it('comes about though something is entered without a pause (S21)', async () => {
  const { phone, laptop, remote, now } = await annaWithTwoDevices();
  await laptop.commit([enter(1)]);
  await laptop.sync(remote);
  let number = 1;
  const busy = async () => void (await phone.commit([enter(++number)]));
  await busy();
  const written: Remote = {
    ...remote,
    push: async (...asked) => {
      const answer = await remote.push(...asked);
      await busy();
      return answer;
    },
  };
  const deadline = now() + 20_000;
  expect(await runCycle({ db: phone.db, remote: written, now, deadline, wantsPull: async () => true })).toBe('cut');
  const arrived = await phone.rows(SCOPE);
  expect(arrived.find((row) => row.id === idOf(1))?.version).toBeGreaterThan(0);
  expect(await phone.db.outbox.where('state').equals('applied').count()).toBe(0);
});

describe('a scope that was taken away', () => {
  async function benAtHome() {
    const world = await annaWithTwoDevices();
    const { server, phone, remote, now } = world;
    server.addUser(BEN.userId, BEN.userEmail);
    server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: 'member' });
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const bens = new SimulatedDevice(BEN, now);
    const asBen = server.as(BEN.userId);
    await bens.sync(asBen);
    return { ...world, bens, asBen };
  }

  it('leaves nothing behind but the user’s own unsettled work (S14, S15, G1, G6)', async () => {
    const { server, bens, asBen } = await benAtHome();
    expect(await bens.rows(SCOPE)).toHaveLength(1);
    const id = await bens.commit([enter(2)]);
    server.unshare(idOf(800));
    await bens.sync(asBen);
    expect(await bens.db.accounts.count()).toBe(0);
    expect(await bens.db.memberships.count()).toBe(0);
    expect(await bens.rows(SCOPE)).toEqual([]);
    expect(await bens.balance(SCOPE)).toBe(0);
    expect(await bens.db.outbox.toArray()).toMatchObject([{ id, state: 'rejected', operations: [{ kind: 'insert' }] }]);
  });

  it('and given again starts anew (S17)', async () => {
    const { server, bens, asBen, phone, remote } = await benAtHome();
    server.unshare(idOf(800));
    const gone = await onlyRow(phone);
    await phone.commit([erase(gone)], [gone]);
    await phone.sync(remote);
    server.share({ id: idOf(801), accountId: HOME, userId: BEN.userId, role: 'viewer' });
    await bens.sync(asBen);
    expect(await bens.rows(SCOPE)).toEqual([]);
    expect(await bens.db.cursors.get(SCOPE)).toMatchObject({ role: 'viewer' });
  });

  it('is purged only if the request named it (S14)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const { asked, answer } = await ask(phone, remote);
    const unnamed = { ...asked, cursors: new Map() };
    await applyAnswer(phone.db, unnamed, { ...answer, scopes: [] }, 0);
    expect(await phone.db.accounts.count()).toBe(1);
  });
});

it('a device that was away for longer than removals are kept starts its scopes anew (S17, G9)', async () => {
  const { phone, laptop, remote, server } = await annaWithTwoDevices();
  await phone.commit([enter(1)]);
  await phone.sync(remote);
  await laptop.sync(remote);
  const gone = await onlyRow(phone);
  await phone.commit([erase(gone)], [gone]);
  await phone.sync(remote);
  server.collectGarbage(HOME);
  await laptop.sync(remote);
  expect(await laptop.rows(SCOPE)).toEqual([]);
});
