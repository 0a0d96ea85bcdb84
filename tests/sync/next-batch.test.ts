/** The next batch goes out before the response to the last one (S35). */
import { describe, expect, it } from 'vitest';
import { readBatches } from '#store/outbox/batches';
import { waitingEntries } from '#store/outbox/outbox';
import { pushAll, pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { change, enter, idOf, START } from './support/people.ts';
import { counting, decidingTogether, meanwhile } from './support/watched-remote.ts';
import { annaWithEntries, SCOPE } from './support/world-of-two.ts';

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

  it.each(['delayed', 'blocked'] as const)(
    '[S35e] no batch passes an entry that is %s: the additions after it go one by one',
    async (state) => {
      const { phone, remote, server } = await annaWithEntries(2);
      const inBetween = await phone.commit([enter(3)]);
      const change =
        state === 'delayed'
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
