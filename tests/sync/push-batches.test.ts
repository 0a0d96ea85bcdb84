/** One record says what became of a batch. After any other outcome, each entry says it for itself (S35). */

import { describe, expect, it, vi } from 'vitest';
import { cancelEntry } from '#store/commands/entries/entry-cancel';
import { readBatches } from '#store/outbox/batches';
import { countWaiting, readEntry, waitingEntries } from '#store/outbox/outbox';
import { firstWaiting } from '#store/queries/entries/unsynced-entries';
import { rowStates } from '#store/queries/rows/row-states';
import { readSyncSummary } from '#store/queries/sync/sync-summary';
import { pushAll, pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { change, enter, idOf, makeAccount, SHOP, START } from './support/people.ts';
import { counting, decidingTogether, meanwhile } from './support/watched-remote.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

/** Anna with so many entries on her phone. Returns their ids, too. */
async function annaWithEntries(count: number) {
  const world = await annaWithTwoDevices();
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) ids.push(await world.phone.commit([enter(number)]));
  return { ...world, ids };
}

const states = (entries: { state: string }[]) => [...new Set(entries.map(({ state }) => state))];

describe('a batch', () => {
  it('[S35a] one record says that a batch is in flight, and one that it was applied', async () => {
    const { phone, remote, now, ids } = await annaWithEntries(5);
    const seen: string[][] = [];
    const watched = meanwhile(decidingTogether(remote), async () => seen.push(states(await waitingEntries(phone.db))));
    await pushOnce(phone.db, watched, now, startPushing());
    expect(seen).toEqual([['in_flight']]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    expect(await readBatches(phone.db)).toHaveLength(1);
    for (const id of ids) {
      expect(await readEntry(phone.db, id)).toMatchObject({ state: 'applied', attempts: 1, verdict: { id } });
    }
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
    expect(await phone.rows(SCOPE)).toHaveLength(5);
  });

  it('[S35a] entries of an applied batch no longer count as waiting, although they are not written', async () => {
    const { phone, remote, now } = await annaWithEntries(3);
    await pushOnce(phone.db, decidingTogether(remote), now, startPushing());
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    const last = await phone.commit([enter(4)]);
    expect(await countWaiting(phone.db)).toBe(1);
    expect((await firstWaiting(phone.db, 5)).map(({ id }) => id)).toEqual([last]);
    expect((await waitingEntries(phone.db)).map(({ id }) => id)).toEqual([last]);
    expect(await readSyncSummary(phone.db)).toMatchObject({ waiting: 1, toSettle: [] });
    const shown = await rowStates(phone.db, 'transactions', [1, 2, 3, 4].map(idOf));
    expect([...shown]).toEqual([[idOf(4), 'waiting']]);
  });

  it('[S9a, G2] an entry of a batch in flight cannot be cancelled, and no edit folds into it', async () => {
    const { phone, remote, ids, server } = await annaWithEntries(3);
    const [first = ''] = ids;
    const row = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(1));
    if (!row) throw new Error('the row is not here');
    let asked = 0;
    const edited = meanwhile(remote, async () => {
      if (asked++ > 0) return;
      expect(await cancelEntry(phone.db, first)).toBe(false);
      expect(await phone.commit([change(row, { notes: 'later' })], [row])).not.toBe(first);
    });
    await phone.sync(edited);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'later' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S5, S35b, G2] after a lost response each entry says so for itself and goes again under its id', async () => {
    const { phone, remote, through, server } = await annaWithEntries(4);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(4).fill({ state: 'in_flight', attempts: 1 }));
    expect(await readBatches(phone.db)).toEqual([]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S5] a batch that a closed page left in flight goes again from the next page', async () => {
    const { phone, remote, now, server } = await annaWithEntries(4);
    const closed = meanwhile(remote, async () => phone.db.close());
    await expect(pushOnce(phone.db, closed, now, startPushing())).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    });
    phone.reload();
    expect(states(await waitingEntries(phone.db))).toEqual(['in_flight']);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S3, S5] a batch that two tabs send has one effect, and the later response changes nothing', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    const tab = phone.tab();
    let asked = 0;
    const overtaken = meanwhile(remote, async () => {
      if (asked++ === 0) await tab.sync(remote);
    });
    await expect(phone.sync(overtaken)).rejects.toMatchObject({ reason: 'malformed' });
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
  });

  it('[S4c, S4d, S35b, G1] a refusal of one entry gives each its verdict and keeps the other rows', async () => {
    const { phone, remote, ids } = await annaWithEntries(5);
    const [, , refused = ''] = ids;
    const strict: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        const others = mutations.filter(({ id }) => id !== refused);
        const answer = await decidingTogether(remote).push(userId, others);
        const no = { id: refused, status: 'rejected' as const, reason: 'invalid' as const, code: null, message: '' };
        return { ...answer, verdicts: [...answer.verdicts, no] };
      },
    };
    await phone.sync(strict);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { id: refused, state: 'rejected', content: [{ row: { id: idOf(3) } }] },
    ]);
    expect((await phone.rows(SCOPE)).map(({ id }) => id).sort()).toEqual([1, 2, 4, 5].map(idOf));
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });

  it('[S16a] entries of a batch in several accounts wait for their own account only', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, phone.person)]);
    await phone.sync(remote);
    const home = await phone.commit([enter(1)]);
    const shop = await phone.commit([enter(2, { accountId: SHOP })]);
    await pushOnce(phone.db, decidingTogether(remote), now, startPushing());
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    const accountsOf = async (id: string) => {
      const verdict = (await readEntry(phone.db, id))?.verdict;
      return verdict?.status === 'applied' && Object.keys(verdict.versions);
    };
    expect(await accountsOf(home)).not.toContain(SHOP);
    expect(await accountsOf(shop)).toEqual([SHOP]);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S21d] entries that are left for the next cycle wait as if nothing had been sent', async () => {
    const { phone, remote, now } = await annaWithEntries(6);
    const once = { ...remote, push: vi.fn<Remote['push']>(remote.push) };
    expect(await pushAll(phone.db, once, now, { ...startPushing(), size: 2, quick: false }, () => false)).toBe('more');
    expect(once.push).toHaveBeenCalledTimes(1);
    expect(await countWaiting(phone.db)).toBe(4);
    expect(await waitingEntries(phone.db)).toMatchObject(Array(4).fill({ state: 'pending', attempts: 0 }));
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(6);
  });

  it('[S15a, S35b] a response for another user leaves the sent entries in flight and the others pending', async () => {
    const { phone, remote, now } = await annaWithEntries(6);
    const another: Remote = {
      ...remote,
      push: async (userId, mutations) => ({ ...(await remote.push(userId, mutations)), user: idOf(99) }),
    };
    const pushing = pushAll(phone.db, another, now, { ...startPushing(), size: 2, quick: false }, () => true);
    await expect(pushing).rejects.toMatchObject({ reason: 'forbidden_user' });
    const [first, second, ...unsent] = await waitingEntries(phone.db);
    expect([first, second]).toMatchObject(Array(2).fill({ state: 'in_flight', attempts: 1 }));
    expect(unsent).toMatchObject(Array(4).fill({ state: 'pending', attempts: 0 }));
  });

  it('[S6] a batch that the server turned away unread counts as no attempt', async () => {
    const { phone, remote, now } = await annaWithEntries(5);
    const refuse: Remote = {
      ...remote,
      push: async () => {
        throw new RemoteFailure('unauthorized');
      },
    };
    await expect(pushOnce(phone.db, refuse, now, { ...startPushing(), size: 2, quick: false })).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(5).fill({ state: 'pending', attempts: 0 }));
    expect(await readBatches(phone.db)).toEqual([]);
  });

  it('[S35a] entries that do not only add transactions go without a record of a batch', async () => {
    const { phone, remote, now, server } = await annaWithEntries(2);
    const [row] = await phone.rows(SCOPE);
    await phone.sync(remote);
    if (!row) throw new Error('nothing entered');
    await phone.commit([enter(3)]);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    await phone.commit([enter(4)]);
    await pushOnce(phone.db, remote, now, startPushing());
    expect(await readBatches(phone.db)).toEqual([]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['applied']);
    expect(server.state.tables.transactions.size).toBe(4);
  });
});

describe('the next batch', () => {
  const quickly = () => ({ ...startPushing(), size: 2 });
  /** A clock that makes every response quick. */
  const noTime = () => START;

  it('[S35d, G2] the next batch goes out before the first response, and never a third', async () => {
    const { phone, remote, server } = await annaWithEntries(20);
    const watched = counting(decidingTogether(remote));
    const progress = quickly();
    expect(await pushAll(phone.db, watched.remote, noTime, progress, () => true)).toBe('done');
    expect(watched.counted.most).toBe(2);
    expect(progress.decided).toBe(20);
    expect(server.state.tables.transactions.size).toBe(20);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });

  it('[S35c] the first two batches go out together, each half as large', async () => {
    const { phone, remote } = await annaWithEntries(6);
    const watched = counting(remote);
    expect(startPushing().size).toBe(250);
    expect(await pushOnce(phone.db, watched.remote, noTime, { ...startPushing(), size: 2 })).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 2, most: 2 });
  });

  it('[S35d] the next batch waits for the response while the server is slow', async () => {
    const { phone, remote } = await annaWithEntries(8);
    const watched = counting(remote);
    let time = START;
    const slowly = () => (time += 3000);
    const progress = { ...startPushing(), size: 1 };
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 2, most: 2 });
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 3, atOnce: 0 });
  });

  it('[S2a, S35d] the next batch does not pass an entry that is not an addition', async () => {
    const { phone, remote, now } = await annaWithEntries(2);
    const [row] = await phone.rows(SCOPE);
    await phone.sync(remote);
    if (!row) throw new Error('nothing entered');
    for (const number of [3, 4]) await phone.commit([enter(number)]);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    for (const number of [5, 6]) await phone.commit([enter(number)]);
    const watched = counting(remote);
    await pushAll(phone.db, watched.remote, now, quickly(), () => true);
    expect(watched.counted).toMatchObject({ most: 1 });
  });

  it.each(['held', 'blocked'] as const)(
    '[S35e] no batch passes an entry that is %s: the additions after it go one by one',
    async (state) => {
      const { phone, remote, server } = await annaWithEntries(2);
      const inBetween = await phone.commit([enter(3)]);
      const change =
        state === 'held'
          ? { holdUntil: new Date(START + 3_600_000).toISOString() }
          : { state, attempts: 1, blocked: { code: 'XX000', by: null } };
      await phone.db.outbox.where({ id: inBetween }).modify(change);
      for (const number of [4, 5]) await phone.commit([enter(number)]);
      const batches: number[] = [];
      const watched = meanwhile(remote, async () => batches.push((await readBatches(phone.db)).length));
      await pushAll(phone.db, watched, noTime, quickly(), () => true);
      expect(batches).toEqual([0, 0]);
      expect([...server.state.tables.transactions.keys()].sort()).toEqual([1, 2, 4, 5].map(idOf));
    },
  );

  it('[S5, S35b, G2] the response to the next batch counts, although the first batch got none', async () => {
    const { phone, remote, now, server, ids } = await annaWithEntries(4);
    let asked = 0;
    const first: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        if (asked++ === 0) throw new RemoteFailure('offline');
        return remote.push(userId, mutations);
      },
    };
    const pushing = pushAll(phone.db, first, now, quickly(), () => true);
    await expect(pushing).rejects.toMatchObject({ reason: 'offline' });
    expect(asked).toBe(2);
    expect((await waitingEntries(phone.db)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S7a] a batch on which the server failed goes again although the next batch was applied', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    let asked = 0;
    const failing = meanwhile(remote, async () => {
      if (++asked === 1) throw new RemoteFailure('server');
    });
    expect(await pushAll(phone.db, failing, noTime, quickly(), () => true)).toBe('done');
    expect(server.state.tables.transactions.size).toBe(4);
  });

  it('[S2a] an entry that is made while two batches are under way follows them', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    let asked = 0;
    const entering = meanwhile(remote, async () => {
      if (++asked === 2) await phone.commit([enter(5)]);
    });
    expect(await pushAll(phone.db, entering, noTime, quickly(), () => true)).toBe('done');
    expect(server.state.tables.transactions.size).toBe(5);
  });

  it('[S5, G2] both batches go again when the page was closed while they were under way', async () => {
    const { phone, remote, now, server } = await annaWithEntries(6);
    let asked = 0;
    const closed = meanwhile(remote, async () => {
      if (++asked === 2) phone.db.close();
    });
    await expect(pushAll(phone.db, closed, now, quickly(), () => true)).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    });
    phone.reload();
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(6);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S6] two batches that the server turned away unread count as no attempt', async () => {
    const { phone, remote, now } = await annaWithEntries(5);
    const refuse: Remote = { ...remote, push: () => Promise.reject(new RemoteFailure('unauthorized')) };
    await expect(pushAll(phone.db, refuse, now, quickly(), () => true)).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(5).fill({ state: 'pending', attempts: 0 }));
    expect(await readBatches(phone.db)).toEqual([]);
  });

  it.each(
    (['lost request', 'lost reply', 'duplicate', 'straggler', 'busy', 'defect', 'signed out'] as const).flatMap(
      (fault) => [1, 2, 3].map((at) => ({ fault, at })),
    ),
  )('[S5, G1, G2] no batch is lost or applied twice after “$fault” at request $at', async ({ fault, at }) => {
    const { phone, remote, through, server } = await annaWithEntries(9);
    const faulty = through(...Array(at - 1).fill('ok'), fault);
    await pushAll(phone.db, faulty, noTime, quickly(), () => true).catch((failure) => {
      if (!(failure instanceof RemoteFailure)) throw failure;
    });
    await phone.sync(remote);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(9);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });
});
