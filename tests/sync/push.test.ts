import { describe, expect, it } from 'vitest';
import { coalesce } from '../../src/store/coalesce.ts';
import { commitIntent } from '../../src/store/intents.ts';
import { retryEntry } from '../../src/store/settle.ts';
import { recordVerdicts } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, BEN, change, enter, erase, idOf, makeAccount, SHOP } from './people.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './world-of-two.ts';

/** A server with a defect: it fails on every batch that holds this mutation. */
function failingOn(remote: Remote, isPoison: (id: string) => boolean): Remote {
  return {
    ...remote,
    push: async (userId, mutations) => {
      if (mutations.some((one) => isPoison(one.id))) throw new RemoteFailure('server', 'XX000');
      return remote.push(userId, mutations);
    },
  };
}

describe('an intent', () => {
  it('is on the screen and in the outbox before any network is there (S1)', async () => {
    const { phone, through } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    await expect(phone.sync(through('lost request'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'in_flight', attempts: 1 }]);
  });

  it('whose reply was lost is sent again under its id and has one effect, whatever came between (S2, S5, G2)', async () => {
    const { phone, laptop, remote, through, server } = await annaWithTwoDevices();
    const id = await phone.commit([enter(1)]);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    phone.reload();
    await laptop.sync(remote);
    const gone = await onlyRow(laptop);
    await laptop.commit([erase(gone)], [gone]);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    expect(await phone.rows(SCOPE)).toEqual([]);
    expect(await phone.db.outbox.get({ id })).toBeUndefined();
  });

  it('that changes a row back is not repeated by a repeated request (S5, G2, G5)', async () => {
    const { phone, laptop, remote, through } = await annaWithTwoDevices();
    await phone.commit([enter(1, { notes: 'a' })]);
    await phone.sync(remote);
    const row = await onlyRow(phone);
    await phone.commit([change(row, { notes: 'b' })], [row]);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    await laptop.sync(remote);
    const onLaptop = await onlyRow(laptop);
    await laptop.commit([change(onLaptop, { notes: 'a' })], [onLaptop]);
    await laptop.sync(remote);
    await phone.sync(through('duplicate'));
    expect(await onlyRow(phone)).toMatchObject({ notes: 'a' });
  });

  it('of another user is never sent (S2)', async () => {
    const { phone, remote, server } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.db.outbox.toCollection().modify({ userId: BEN.userId });
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  });

  it.each(['unauthorized', 'forbidden_user', 'upgrade_required'] as const)(
    'costs no attempt when the server turned it away unread (%s), and goes when that is over (S6)',
    async (reason) => {
      const { phone, remote } = await annaWithTwoDevices();
      await phone.commit([enter(1)]);
      const refuse = async () => {
        throw new RemoteFailure(reason);
      };
      await expect(phone.sync({ ...remote, push: refuse })).rejects.toMatchObject({ reason });
      expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
      await phone.sync(remote);
      expect(await phone.db.outbox.count()).toBe(0);
    },
  );

  it('folds into the one before it only while that was never sent and no reference changes (S9)', async () => {
    const { phone } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const row = await onlyRow(phone);
    const entry = await phone.db.outbox.toCollection().first();
    if (!entry) throw new Error('nothing queued');
    expect(coalesce(entry, change(row, { notes: 'x' }))).toMatchObject({ kind: 'insert', row: { notes: 'x' } });
    expect(coalesce({ ...entry, attempts: 1 }, change(row, { notes: 'x' }))).toBeNull();
    expect(coalesce(entry, change(row, { accountId: SHOP }))).toBeNull();
    expect(coalesce(entry, change({ ...row, id: idOf(2) }, { notes: 'x' }))).toBeNull();
  });
});

describe('the clock of edits', () => {
  it('that once ran ahead is right again when the server’s time is known and nothing waits (S24)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const wrong = { ...ANNA, now: new Date('2099-01-01T00:00:00Z') };
    await commitIntent(phone.db, [enter(1)], wrong);
    const stampNow = async (number: number) => {
      const id = await phone.commit([enter(number)]);
      return (await phone.db.outbox.get({ id }))?.editedAt ?? '';
    };
    const whileWaiting = await stampNow(2);
    expect(whileWaiting).toBe('2099-01-01T00:00:00.000Z');
    await phone.sync(remote);
    const afterwards = await stampNow(3);
    expect(afterwards < '2027').toBe(true);
  });
});

describe('a verdict', () => {
  it('is taken once; another one about the same entry changes nothing (S3)', async () => {
    const { phone } = await annaWithTwoDevices();
    const id = await phone.commit([enter(1)]);
    expect(
      await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [{ id, status: 'applied', versions: {} }]),
    ).toBe(1);
    const refusal = { id, status: 'rejected' as const, reason: 'forbidden' as const, code: null, message: '' };
    expect(await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [refusal])).toBe(0);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'applied' });
  });

  it('that refuses takes the change off the row and keeps what the user had made of it (S4, G1)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const row = await onlyRow(phone);
    const id = await phone.commit([change(row, { notes: 'mine' })], [row]);
    const refusal = { id, status: 'rejected' as const, reason: 'forbidden' as const, code: null, message: '' };
    await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [refusal]);
    expect(await onlyRow(phone)).toEqual(row);
    expect(await phone.db.outbox.get({ id })).toMatchObject({
      state: 'rejected',
      content: [{ row: { notes: 'mine' } }],
    });
    expect(await phone.db.bases.count()).toBe(0);
  });

  it('that supersedes some fields shows what stands there, and still shows what took (S4)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const row = await onlyRow(phone);
    const id = await phone.commit([change(row, { notes: 'mine', date: '2026-03-09' })], [row]);
    const kept = { notes: 'theirs' };
    await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [
      { id, status: 'superseded', reason: 'newer', kept, by: null, versions: { [row.accountId]: 99 } },
    ]);
    expect(await onlyRow(phone)).toMatchObject({ notes: 'theirs', date: '2026-03-09' });
  });
});

describe('a batch that the server cannot take', () => {
  it('is narrowed down to the culprit, which is blocked, while the rest goes on (S7)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    const ids: string[] = [];
    for (let number = 1; number <= 20; number++) ids.push(await phone.commit([enter(number)]));
    const poison = ids[12];
    const broken = failingOn(remote, (id) => id === poison);
    await phone.sync(broken);
    expect(server.state.tables.transactions.size).toBe(19);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ id: poison, state: 'pending' }]);
    wait(30_000);
    await phone.sync(broken);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { id: poison, state: 'blocked', blocked: { code: 'XX000', by: null } },
    ]);
    expect(await phone.rows(SCOPE)).toHaveLength(20);
  });

  it('that it can take a while later blocks nobody (S7)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    let fails = 1;
    await phone.sync(failingOn(remote, () => fails-- > 0));
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    wait(30_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('blocks nobody when the server cannot even take nothing (S7)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const ill: Remote = {
      ...remote,
      push: async () => {
        throw new RemoteFailure('server', 'XX000');
      },
    };
    await expect(phone.sync(ill)).rejects.toMatchObject({ reason: 'server' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'in_flight' }]);
  });

  it('takes with it what needs the culprit, now and later, until it is settled (S8)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    const shop = await phone.commit([makeAccount(SHOP, phone.person)]);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.commit([enter(2)]);
    const broken = failingOn(remote, (id) => id === shop);
    await phone.sync(broken);
    wait(30_000);
    await phone.sync(broken);
    await phone.commit([enter(3, { accountId: SHOP })]);
    await phone.sync(broken);
    expect([...server.state.tables.transactions.keys()]).toEqual([idOf(2)]);
    const states = await phone.db.outbox.toArray();
    expect(states.map((entry) => entry.blocked?.by)).toEqual([null, shop, shop]);
    await retryEntry(phone.db, shop, new Date(phone.now()));
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(true);
    expect([...server.state.tables.transactions.keys()].sort()).toEqual([1, 2, 3].map(idOf));
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('that brings nonsense back is sent again and not given up (S5)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const silent: Remote = {
      ...remote,
      push: async (userId, mutations) => ({ ...(await remote.push(userId, mutations)), verdicts: [] }),
    };
    await expect(phone.sync(silent)).rejects.toMatchObject({ reason: 'malformed' });
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
  });
});

describe('an edit that a later one has overtaken', () => {
  it.each([
    ['its own date stands', { amount: 1100, date: '2025-10-15' }, { amount: 1200 }],
    ['the other date stands', { amount: 1100 }, { amount: 1200, date: '2025-10-15' }],
    ['both moved the row', { date: '2025-09-15' }, { date: '2025-10-15' }],
  ])('is tried again in the month in which the row stands now: %s (S4)', async (_, mine, theirs) => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1, { date: '2025-11-22' })]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(phone);
    const id = await phone.commit([change(row, mine)], [row]);
    await laptop.commit([change(row, theirs)], [row]);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ date: '2025-10-15', ...theirs });
    expect(await retryEntry(phone.db, id, new Date(phone.now()))).toBe(true);
    expect(await onlyRow(phone)).toMatchObject(mine);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await onlyRow(laptop)).toMatchObject(mine);
  });
});
