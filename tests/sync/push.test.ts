import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { commitMutation } from '#store/optimistic/mutations';
import { retryEntry } from '../../src/store/commands/entries/entry-retry.ts';
import { coalesce } from '../../src/store/outbox/coalesce.ts';
import { pushOnce, startPushing } from '../../sync/push.ts';
import { recordVerdicts } from '../../sync/record-verdicts.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

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

/** A server that notes the ids of mutations in the order in which they come. */
function noting(remote: Remote) {
  const sent: string[] = [];
  const push: Remote['push'] = (userId, mutations) => {
    sent.push(...mutations.map(({ id }) => id));
    return remote.push(userId, mutations);
  };
  return { sent, noted: { ...remote, push } };
}

describe('pushing a mutation', () => {
  it('[S1] a mutation is on the screen and in the outbox before the first request', async () => {
    const { phone, through } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
    await expect(phone.sync(through('lost request'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'in_flight', attempts: 1 }]);
  });

  it('[S5, G2] a mutation whose response was lost goes again under its id and has one effect', async () => {
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

  it('[S5, G2, G5] a repeated request does not repeat an edit that somebody has changed back', async () => {
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

  it('[S2a] entries go up in the order in which they were entered', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const ids: string[] = [];
    for (const number of [1, 2, 3]) ids.push(await phone.commit([makeAccount(idOf(number), ANNA)]));
    const { sent, noted } = noting(remote);
    await phone.sync(noted);
    expect(sent).toEqual(ids);
  });

  it('[S2b] an entry whose response was lost goes before an earlier one, under its id', async () => {
    const { phone, remote, through, wait } = await annaWithTwoDevices();
    const delayed = await phone.commit([enter(1)], undefined, new Date(phone.now() + 60_000));
    const lost = await phone.commit([enter(2)]);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    wait(60_000);
    const { sent, noted } = noting(remote);
    const oneByOne = { ...startPushing(), size: 1 };
    await pushOnce(phone.db, noted, phone.now, { ...oneByOne });
    await pushOnce(phone.db, noted, phone.now, { ...oneByOne });
    expect(sent).toEqual([lost, delayed]);
  });

  it('[S2c] an entry of another user is never sent', async () => {
    const { phone, remote, server } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.db.outbox.toCollection().modify({ userId: BEN.userId });
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  });

  it.each(['unauthorized', 'forbidden_user', 'upgrade_required', 'server_outdated'] as const)(
    '[S6] a push that the server turned away unread (%s) counts as no attempt, and the next one goes',
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

  it('[S9a, S9b] an edit coalesces with an entry only if that was never sent and no reference changes', async () => {
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

  it('[S9c, G1] an edit does not coalesce past a rename that passed its row by', async () => {
    const { phone, remote, server } = await annaWithTwoDevices();
    const food = { ...newCategory(HOME, 'expense', 'Food', '2026-01-01T00:00:00.000Z'), id: idOf(9) };
    await phone.commit([{ kind: 'insert', table: 'categories', row: food }]);
    await phone.sync(remote);
    await phone.commit([enter(1, { type: 'income' })]);
    const toMeals = { type: 'expense' as const, from: 'Food', to: 'Meals' };
    await phone.commit([{ kind: 'call', name: 'category.rename', arguments: toMeals }]);
    const row = await onlyRow(phone);
    await phone.commit([change(row, { type: 'expense', amount: 200 })], [row]);
    await phone.commit([enter(2)]);
    const shown = [
      { id: idOf(1), type: 'expense', amount: 200, category: 'Food' },
      { id: idOf(2), category: 'Food' },
    ];
    const seen = async () => (await phone.rows(SCOPE)).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await seen()).toMatchObject(shown);
    await phone.sync(remote);
    expect(await seen()).toMatchObject(shown);
    expect([...server.state.tables.transactions.values()]).toMatchObject(shown);
  });
});

describe('the clock of edits', () => {
  it('[S24c, S24d, S24g] a stamp from a wrong clock is put right before it goes, and holds no later one', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const wrong = { ...ANNA, now: new Date('2099-01-01T00:00:00Z') };
    await commitMutation(phone.db, [enter(1)], wrong);
    const stampNow = async (number: number) => {
      const id = await phone.commit([enter(number)]);
      return (await phone.db.outbox.get({ id }))?.editedAt ?? '';
    };
    const whileWaiting = await stampNow(2);
    expect(whileWaiting < '2027').toBe(true);
    const sent: string[] = [];
    await phone.sync({
      ...remote,
      push: async (userId, mutations) => {
        sent.push(...mutations.map(({ editedAt }) => editedAt));
        return remote.push(userId, mutations);
      },
    });
    expect(sent).toEqual([whileWaiting, whileWaiting]);
    expect((await stampNow(3)) < '2027').toBe(true);
  });
});

describe('a verdict', () => {
  it('[S3] an entry takes its first verdict, and another one changes nothing', async () => {
    const { phone } = await annaWithTwoDevices();
    const id = await phone.commit([enter(1)]);
    expect(
      await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [{ id, status: 'applied', versions: {} }]),
    ).toBe(1);
    const refusal = { id, status: 'rejected' as const, reason: 'forbidden' as const, code: null, message: '' };
    expect(await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [refusal])).toBe(0);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'applied' });
  });

  it('[S4c, S4d, G1] a refusal takes the change off the row, and the entry keeps its content', async () => {
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

  it('[S4b] a superseded entry shows the fields that were taken, and what stands instead of the others', async () => {
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

  it('[S4b] what was kept of one of several rows is not shown in the others', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1), enter(2)]);
    await phone.sync(remote);
    const rows = await phone.rows(SCOPE);
    const id = await phone.commit(
      rows.map((row) => change(row, { notes: 'mine' })),
      rows,
    );
    await recordVerdicts(phone.db, await phone.db.outbox.toArray(), [
      { id, status: 'superseded', reason: 'newer', kept: { notes: 'theirs' }, by: null, versions: { [HOME]: 99 } },
    ]);
    expect(await phone.rows(SCOPE)).toMatchObject([{ notes: '' }, { notes: '' }]);
  });
});

describe('a batch that the server cannot take', () => {
  it('[S7a, S7b, S7c] smaller batches find the entry to blame; it is blocked, and the rest goes on', async () => {
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

  it('[S7b] an entry that the server takes a while later is delayed and not blocked', async () => {
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

  it('[S7d] no entry is blocked when an empty push fails, too', async () => {
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

  it('[S7c, S8a, S8b] entries that need a blocked one wait behind it, and all go in order after a retry', async () => {
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

  it('[S5] a batch goes again after a response without verdicts', async () => {
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

describe('an edit that lost to a later one', () => {
  it.each([
    ['its own date stands', { amount: 1100, date: '2025-10-15' }, { amount: 1200 }],
    ['the other date stands', { amount: 1100 }, { amount: 1200, date: '2025-10-15' }],
    ['both moved the row', { date: '2025-09-15' }, { date: '2025-10-15' }],
  ])('[S4d] a retry finds the row in the month where it stands now: %s', async (_, mine, theirs) => {
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
    expect(await retryEntry(phone.db, id, new Date(phone.now()))).toEqual({ ok: true });
    expect(await onlyRow(phone)).toMatchObject(mine);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await onlyRow(laptop)).toMatchObject(mine);
  });
});
