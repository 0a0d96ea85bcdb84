/** What this version cannot read, or cannot apply, stops nothing else (S61). */
import { describe, expect, it } from 'vitest';
import { readUnreadable } from '#store/database/unreadable';
import { readSums } from '#store/ledger/ledger';
import { callRemote } from '../../sync/call-remote.ts';
import { compareSums } from '../../sync/compare-sums.ts';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { readPush } from '../../sync/read-answer.ts';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { overTheWire, spoil, type WireAnswer } from './support/wire.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const SHOP_SCOPE = `account:${SHOP}`;
const TOO_LONG = '👍'.repeat(1500);

/** Anna has entries 1 to 3 at home and 4 in the shop, all on the server. */
async function annaWithEntries() {
  const world = await annaWithTwoDevices();
  const { phone, remote } = world;
  await phone.commit([makeAccount(SHOP, ANNA)]);
  for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
  await phone.commit([enter(4, { accountId: SHOP })]);
  await phone.sync(remote);
  return world;
}

const idsOf = async (device: SimulatedDevice, scope: string) => (await device.rows(scope)).map(({ id }) => id).sort();
const unreadRows = async ({ db }: SimulatedDevice) =>
  (await readUnreadable(db)).rows.map(({ table, id }) => [table, id]);

describe('a row that this version cannot read', () => {
  it.each([
    ['createdAt', '-infinity'],
    ['notes', 7],
    ['date', '0044-03-15 BC'],
    ['type', 'transfer'],
    ['amount', 0.5],
    ['status', 'settled'],
    ['lines', [{ id: 'no id' }]],
    ['id', 'no id'],
  ])('[S61a, G3] is set aside alone when its %s is %s', async (field, value) => {
    const { laptop, remote } = await annaWithEntries();
    await laptop.sync(overTheWire(remote, (answer) => spoil(answer, idOf(2), field, value)));
    expect(await idsOf(laptop, SCOPE)).toEqual([idOf(1), idOf(3)]);
    expect(await idsOf(laptop, SHOP_SCOPE)).toEqual([idOf(4)]);
    expect(await unreadRows(laptop)).toEqual([['transactions', field === 'id' ? value : idOf(2)]]);
    expect(await laptop.balance(SCOPE)).toBe(await laptop.countedBalance(SCOPE));
    expect((await readSums(laptop.db, SCOPE)).count).toBe(2);
  });

  it('[S61a] in another table is set aside alone, too, and so are tombstones, totals and lists', async () => {
    const { laptop, phone, remote, server } = await annaWithEntries();
    server.share({ id: idOf(500), accountId: HOME, userId: BEN.userId, role: 'viewer' });
    const spoilt = (answer: WireAnswer) => {
      for (const scope of answer.scopes.filter((one) => one.scope === SCOPE)) {
        for (const row of scope.memberships) Object.assign(row, { role: 'auditor' });
        scope.removals.push(...scope.removals.map((removal) => ({ ...removal, date: 'the ides of March' })));
        scope.totals?.push(...scope.totals.map((line) => ({ ...line, month: '-0044-03' })));
      }
      Object.assign(answer, { budgetRoles: [{ budgetId: idOf(7), role: 'auditor' }], notices: [{ id: idOf(8) }] });
      Object.assign(answer, { invitations: [{ id: idOf(9), status: 'forwarded' }] });
    };
    await laptop.sync(overTheWire(remote, spoilt));
    expect(await idsOf(laptop, SCOPE)).toEqual([idOf(1), idOf(2), idOf(3)]);
    const unread = [
      ['budgetRoles', null],
      ['invitations', idOf(9)],
      ['memberships', idOf(500)],
      ['notices', idOf(8)],
    ];
    expect((await unreadRows(laptop)).sort()).toEqual(unread);
    const [gone] = await phone.rows(SCOPE);
    if (!gone) throw new Error('no row');
    await phone.commit([erase(gone)], [gone]);
    await phone.sync(remote);
    await laptop.sync(overTheWire(remote, spoilt));
    expect(await idsOf(laptop, SCOPE)).toEqual(await idsOf(phone, SCOPE));
    // Lists that come whole with each response are no longer unread when they can be read.
    await laptop.sync(remote);
    expect((await unreadRows(laptop)).sort()).toEqual([
      ['memberships', idOf(500)],
      ['removals', gone.id],
    ]);
  });

  it('[S61b] keeps the last state that this version could read, until a later one can be read', async () => {
    const { phone, laptop, remote } = await annaWithEntries();
    await laptop.sync(remote);
    const edit = async (notes: string) => {
      const row = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(2));
      if (!row) throw new Error('no row');
      await phone.commit([change(row, { notes })], [row]);
      await phone.sync(remote);
    };
    await edit('unreadable');
    await laptop.sync(overTheWire(remote, (answer) => spoil(answer, idOf(2), 'description', TOO_LONG)));
    expect(await laptop.rows(SCOPE)).toMatchObject([{}, {}, {}]);
    expect((await laptop.rows(SCOPE)).find(({ id }) => id === idOf(2))).toMatchObject({ notes: '' });
    expect(await unreadRows(laptop)).toEqual([['transactions', idOf(2)]]);
    await edit('readable');
    await laptop.sync(remote);
    expect((await laptop.rows(SCOPE)).find(({ id }) => id === idOf(2))).toMatchObject({ notes: 'readable' });
    expect(await unreadRows(laptop)).toEqual([]);
  });

  it('[S61b, S18, G1] that the device made itself stays, and goes to a restored server again', async () => {
    const { phone, laptop, remote, server } = await annaWithEntries();
    const restore = server.backUp();
    await phone.commit([enter(5)]);
    await phone.sync(overTheWire(remote, (answer) => spoil(answer, idOf(5), 'description', TOO_LONG)));
    expect(await unreadRows(phone)).toEqual([['transactions', idOf(5)]]);
    expect(await idsOf(phone, SCOPE)).toContain(idOf(5));
    restore();
    // It hears of the restore in the first cycle, and sends again in the next.
    for (const device of [phone, phone, laptop]) await device.sync(remote);
    expect(await idsOf(laptop, SCOPE)).toContain(idOf(5));
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S61c, S32b] does not make the device fetch its scope anew each day', async () => {
    const { laptop, remote, now } = await annaWithEntries();
    await laptop.sync(overTheWire(remote, (answer) => spoil(answer, idOf(2), 'type', 'transfer')));
    expect(await compareSums(laptop.db, remote, now)).toBe('same');
  });

  it('[S61c] comes again, once, after an update to a version that can read it', async () => {
    const { laptop, remote } = await annaWithEntries();
    const asked: (string | undefined)[] = [];
    const noting = (server: Remote): Remote => ({
      ...server,
      pull: (userId, cursors, limit) => {
        asked.push(cursors.scopes[SCOPE]?.grantId);
        return server.pull(userId, cursors, limit);
      },
    });
    const older = noting(overTheWire(remote, (answer) => spoil(answer, idOf(2), 'type', 'transfer')));
    await laptop.sync(older);
    await laptop.sync(older);
    const before = [...new Set(asked)];
    // The update: what came can be read now.
    const { rows, scopes } = await readUnreadable(laptop.db);
    const readable = rows.map((row) => ({ ...row, raw: Object.assign({}, row.raw, { type: 'expense' }) }));
    await laptop.db.meta.put({ key: 'unreadable', value: { rows: readable, scopes } });
    asked.length = 0;
    await laptop.sync(noting(remote));
    expect(await idsOf(laptop, SCOPE)).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(before).not.toContain(asked[0]);
    expect(await unreadRows(laptop)).toEqual([]);
    const [grant] = (await laptop.db.cursors.toArray()).filter(({ scope }) => scope === SCOPE);
    expect(before).toContain(grant?.grantId);
  });

  it('[S61a] is forgotten with its scope, and when it is deleted', async () => {
    const { phone, laptop, remote } = await annaWithEntries();
    const bad = (answer: WireAnswer) => {
      spoil(answer, idOf(2), 'type', 'transfer');
      spoil(answer, idOf(4), 'type', 'transfer');
    };
    await laptop.sync(overTheWire(remote, bad));
    const row = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(2));
    if (!row) throw new Error('no row');
    await phone.commit([erase(row)], [row]);
    await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    await phone.sync(remote);
    await laptop.sync(overTheWire(remote, bad));
    expect(await readUnreadable(laptop.db)).toEqual({ rows: [], scopes: [] });
  });
});

describe('a verdict that this version cannot read', () => {
  it('[S61d, G1, G2] delays its entry and stops no other, and counts when a later version reads it', async () => {
    const { phone, laptop, remote, wait } = await annaWithTwoDevices();
    const ids: string[] = [];
    for (const number of [1, 2, 3]) ids.push(await phone.commit([enter(number)]));
    await laptop.commit([enter(9)]);
    await laptop.sync(remote);
    const asked: number[] = [];
    const older: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        asked.push(mutations.length);
        const answer = await remote.push(userId, mutations);
        const verdicts = answer.verdicts.map((one) => (one.id === ids[1] ? { ...one, status: 'postponed' } : one));
        return readPush({ ...answer, verdicts });
      },
    };
    await phone.sync(older);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ id: ids[1], state: 'pending', heldMs: 30_000 }]);
    expect(await idsOf(phone, SCOPE)).toEqual([1, 2, 3, 9].map(idOf));
    wait(31_000);
    await phone.sync(older);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', heldMs: 60_000 }]);
    await phone.sync(older);
    expect(asked).toEqual([3, 1]);
    wait(61_000);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.balance(SCOPE)).toBe(-400);
  });
});

describe('a scope that cannot be read or applied', () => {
  it('[S61e, S14, G6] stays as it was while the others go on, and its entries stay open', async () => {
    const { phone, laptop, remote } = await annaWithEntries();
    await laptop.sync(remote);
    await phone.commit([enter(11)]);
    await phone.commit([enter(14, { accountId: SHOP })]);
    await phone.sync(remote);
    const mine = await laptop.commit([enter(12)]);
    const older = overTheWire(remote, ({ scopes }) => {
      for (const scope of scopes) if (scope.scope === SCOPE) scope.role = 'auditor';
    });
    await laptop.sync(older);
    expect(await idsOf(laptop, SHOP_SCOPE)).toEqual([idOf(4), idOf(14)]);
    expect(await idsOf(laptop, SCOPE)).toEqual([1, 2, 3, 12].map(idOf));
    expect(await laptop.db.outbox.toArray()).toMatchObject([{ id: mine }]);
    expect((await readUnreadable(laptop.db)).scopes).toEqual([SCOPE]);
    await laptop.sync(remote);
    expect(await idsOf(laptop, SCOPE)).toEqual([1, 2, 3, 11, 12].map(idOf));
    expect(await laptop.db.outbox.count()).toBe(0);
    expect((await readUnreadable(laptop.db)).scopes).toEqual([]);
  });

  /** The database refuses an account with this name, as a defect would. */
  function refusing(device: SimulatedDevice, id: string) {
    const refuse = (_: unknown, row: { id: string }) => {
      if (row.id === id) throw new TypeError('a defect');
    };
    device.db.accounts.hook('creating', refuse);
    return () => device.db.accounts.hook('creating').unsubscribe(refuse);
  }

  it('[S61e, G3] a scope whose rows cannot be applied stops no other, and comes when it can be', async () => {
    const { remote, now } = await annaWithEntries();
    const laptop = new SimulatedDevice(ANNA, now);
    const end = refusing(laptop, HOME);
    await laptop.sync(remote);
    expect(await idsOf(laptop, SHOP_SCOPE)).toEqual([idOf(4)]);
    expect(await laptop.db.cursors.toCollection().primaryKeys()).toEqual([SHOP_SCOPE]);
    expect((await readUnreadable(laptop.db)).scopes).toEqual([SCOPE]);
    end();
    await laptop.sync(remote);
    expect(await idsOf(laptop, SCOPE)).toEqual([1, 2, 3].map(idOf));
    expect(await readUnreadable(laptop.db)).toEqual({ rows: [], scopes: [] });
  });

  it('[S61e, S34b] the rest of a long history comes although another scope cannot be applied', async () => {
    const { phone, remote, now } = await annaWithEntries();
    const laptop = new SimulatedDevice(ANNA, now);
    for (let month = 1; month <= 9; month++) {
      await phone.commit([enter(100 + month, { accountId: SHOP, date: `2025-0${month}-01` })]);
      await phone.commit([enter(200 + month, { date: `2025-0${month}-01` })]);
    }
    await phone.sync(remote);
    laptop.limits = { first: 1, later: 1 };
    const end = refusing(laptop, HOME);
    await laptop.sync(remote);
    expect(await idsOf(laptop, SHOP_SCOPE)).toEqual(await idsOf(phone, SHOP_SCOPE));
    expect(await laptop.db.cursors.get(SHOP_SCOPE)).toMatchObject({ before: null });
    end();
    await laptop.sync(remote);
    expect(await idsOf(laptop, SCOPE)).toEqual(await idsOf(phone, SCOPE));
  });

  it('[S34a, S61e] the following requests name the scope that cannot be read as it stands', async () => {
    const { laptop, phone, remote } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    for (let month = 1; month <= 5; month++) {
      await phone.commit([enter(100 + month, { accountId: SHOP, date: `2025-0${month}-01` })]);
    }
    await phone.sync(remote);
    laptop.limits = { first: 1, later: 1 };
    const asked: string[][] = [];
    const older = overTheWire(remote, ({ scopes }) => {
      for (const scope of scopes) if (scope.scope === SCOPE) scope.role = 'auditor';
    });
    await laptop.sync({
      ...older,
      pull: (userId, cursors, limit) => {
        asked.push(Object.keys(cursors.scopes));
        return older.pull(userId, cursors, limit);
      },
    });
    expect(await idsOf(laptop, SHOP_SCOPE)).toHaveLength(5);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.every((scopes) => scopes.includes(SCOPE))).toBe(true);
  });

  it('[S61e] when no scope can be applied, the pull fails with the cause', async () => {
    const { remote } = await annaWithTwoDevices();
    const tablet = new SimulatedDevice(ANNA, Date.now);
    refusing(tablet, HOME);
    await expect(tablet.sync(remote)).rejects.toThrow('a defect');
  });

  it('[S61e, S29b] after a restore of the server nothing is left out, so that nothing seems lost', async () => {
    const { laptop, phone, remote, server } = await annaWithEntries();
    await laptop.sync(remote);
    const restore = server.backUp();
    await phone.commit([enter(20)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    restore();
    const older = overTheWire(remote, ({ scopes }) => {
      for (const scope of scopes) if (scope.scope === SCOPE) scope.role = 'auditor';
    });
    await expect(laptop.sync(older)).rejects.toMatchObject({ reason: 'malformed' });
    expect(await laptop.db.outbox.count()).toBe(0);
    await laptop.sync(remote);
    expect(await laptop.db.outbox.toArray()).toMatchObject([{ state: 'lost' }]);
  });
});

it('[S61a, S61d] the real remote reads the rest of a pull and of a push', async () => {
  const bad = { id: idOf(9), status: 'forwarded' };
  const head = { user: ANNA.userId, epoch: 'one', serverNow: '2026-03-10T12:00:00.000Z' };
  const answers: Record<string, object> = {
    sync_pull: { ...head, scopes: [], invitations: [bad], budgetRoles: [], notices: [] },
    sync_push: { ...head, verdicts: [{ id: idOf(1), status: 'applied', versions: {} }, bad] },
  };
  const remote = callRemote({
    rpc: (name) => ({ abortSignal: async () => ({ data: answers[name], error: null, status: 200 }) }),
    functions: { invoke: async () => ({ data: null }) },
  });
  const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  await expect(remote.pull(ANNA.userId, cursors, 1)).resolves.toMatchObject({ unread: { rows: [{ id: idOf(9) }] } });
  await expect(remote.push(ANNA.userId, [])).resolves.toMatchObject({ unread: [idOf(9)], verdicts: [{ id: idOf(1) }] });
  answers.sync_pull = { ...head, scopes: 'none' };
  await expect(remote.pull(ANNA.userId, cursors, 1)).rejects.toMatchObject({ reason: 'malformed' });
});

it.each([
  ['nothing', null],
  ['a list', []],
  ['another shape', { user: ANNA.userId, verdicts: 'none' }],
])('a response that is %s is malformed as a whole', (_, data) => {
  expect(() => readPush(data)).toThrow('Invalid');
});
