/** An entry of many rows goes up like a batch by itself: a record says what became of it (S35). */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { readBatches } from '#store/outbox/batches';
import { countWaiting, readEntry, waitingEntries } from '#store/outbox/outbox';
import { takeForSending } from '#store/outbox/sending';
import { pushAll, pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import type { Fault } from './support/faulty-remote.ts';
import { change, enter, HOME, idOf, START } from './support/people.ts';
import { counting, decidingTogether, meanwhile } from './support/watched-remote.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

/** Operations of one of these entries. */
const MANY = 30;

const additions = (entry: number): Operation[] =>
  Array.from({ length: MANY }, (_, n) => enter(entry * 1000 + n, { amount: entry * 100 + n + 1 }));

/** Anna with so many entries of 30 rows on her phone. Returns their ids, too. */
async function annaWithLarge(count: number) {
  const world = await annaWithTwoDevices();
  const ids: string[] = [];
  for (let entry = 1; entry <= count; entry++) ids.push(await world.phone.commit(additions(entry)));
  return { ...world, ids };
}

/** Notes how many mutations each request brings. */
function sizesOf(remote: Remote) {
  const sizes: number[] = [];
  const push: Remote['push'] = (userId, mutations) => {
    sizes.push(mutations.length);
    return remote.push(userId, mutations);
  };
  return { sizes, remote: { ...remote, push } };
}

const importRow: Operation = {
  kind: 'insert',
  table: 'imports',
  row: { id: idOf(9), createdAt: new Date(START).toISOString(), accountId: HOME, format: 'csv', fileName: 'bank.csv' },
};

const quickly = () => ({ ...startPushing(), size: 2 * MANY });
/** A clock that makes every response quick. */
const noTime = () => START;
const states = (entries: { state: string }[]) => [...new Set(entries.map(({ state }) => state))];

describe('a large entry', () => {
  it('[S35a] of additions is not written while it is in flight, nor when it was applied', async () => {
    const { phone, remote, now, ids } = await annaWithLarge(1);
    const seen: string[][] = [];
    const watched = meanwhile(remote, async () => seen.push(states(await waitingEntries(phone.db))));
    await pushOnce(phone.db, watched, now, startPushing());
    expect(seen).toEqual([['in_flight']]);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await readEntry(phone.db, ids[0] ?? '')).toMatchObject({ state: 'applied', attempts: 1 });
    expect(await countWaiting(phone.db)).toBe(0);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
    expect(await phone.rows(SCOPE)).toHaveLength(MANY);
  });

  it('[S35a, S16a] of edits is not written either, and overlays its rows until they come', async () => {
    const { phone, remote, now } = await annaWithLarge(1);
    await phone.sync(remote);
    const rows = await phone.rows(SCOPE);
    const id = await phone.commit(
      rows.map((row) => change(row, { notes: 'edited' })),
      rows,
    );
    await pushOnce(phone.db, remote, now, startPushing());
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    const entry = await readEntry(phone.db, id);
    expect(entry).toMatchObject({ state: 'applied', verdict: { versions: { [HOME]: expect.any(Number) } } });
    expect((await phone.rows(SCOPE)).every(({ notes }) => notes === 'edited')).toBe(true);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect((await phone.rows(SCOPE)).every(({ notes }) => notes === 'edited')).toBe(true);
  });

  it('[S35b, S4c, S4d, G1] that was refused has its verdict and its content', async () => {
    const { phone, remote, ids } = await annaWithLarge(3);
    const [, refused = ''] = ids;
    const strict: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        const answer = await remote.push(
          userId,
          mutations.filter(({ id }) => id !== refused),
        );
        const no = { id: refused, status: 'rejected' as const, reason: 'invalid' as const, code: null, message: '' };
        return { ...answer, verdicts: [...answer.verdicts, no] };
      },
    };
    await phone.sync(strict);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { id: refused, state: 'rejected', content: { length: MANY } },
    ]);
    expect(await phone.rows(SCOPE)).toHaveLength(2 * MANY);
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });

  it('[S5, S35b] goes again under its id after a lost response', async () => {
    const { phone, remote, through, server } = await annaWithLarge(1);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'in_flight', attempts: 1 }]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(MANY);
    expect(await phone.db.outbox.count()).toBe(0);
  });
});

describe('large entries', () => {
  it('[S35f] a batch has as many operations as a request has room for, and one entry at least', async () => {
    const { phone, remote } = await annaWithLarge(7);
    const one = sizesOf(decidingTogether(remote));
    await pushOnce(phone.db, one.remote, noTime, { ...startPushing(), size: 1, quick: false });
    expect(one.sizes).toEqual([1]);
    const two = sizesOf(decidingTogether(remote));
    const progress = { ...startPushing(), size: 2 * MANY, quick: false };
    await pushOnce(phone.db, two.remote, noTime, progress);
    await pushOnce(phone.db, two.remote, noTime, progress);
    expect(two.sizes).toEqual([2, 4]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
  });

  it.each(['an addition', 'an edit'])('are not read before they are sent when they wait behind %s', async (what) => {
    const { phone, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    if (what === 'an edit') {
      await phone.sync(remote);
      const row = await onlyRow(phone);
      await phone.commit([change(row, { notes: 'edited' })], [row]);
    }
    for (let entry = 1; entry <= 40; entry++) await phone.commit(additions(entry));
    let read = 0;
    phone.db.outbox.hook('reading', (entry) => {
      if (entry.operations.length === MANY) read += 1;
      return entry;
    });
    const taken = await takeForSending(phone.db, new Date(now()), 5 * MANY);
    const large = taken.filter(({ operations }) => operations.length === MANY).length;
    expect(large).toBe(what === 'an edit' ? 0 : 4);
    expect(read).toBeLessThanOrEqual(large + 4);
  });

  it('[S35a, S16a] one record holds the last version that its entries got', async () => {
    const { phone, remote, server } = await annaWithLarge(2);
    await pushOnce(phone.db, remote, noTime, quickly());
    const versions = [...server.state.tables.transactions.values()].map(({ version }) => version);
    expect(await readBatches(phone.db)).toMatchObject([{ versions: { [HOME]: Math.max(...versions) } }]);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S35d] additions go out before the response to those before them, and never a third batch', async () => {
    const { phone, remote, server } = await annaWithLarge(8);
    const watched = counting(remote);
    await pushAll(phone.db, watched.remote, noTime, { ...startPushing(), size: MANY }, () => true);
    expect(watched.counted.most).toBe(2);
    expect(server.state.tables.transactions.size).toBe(8 * MANY);
  });

  it('[S2a, S35f] the rows of a file wait until the server knows their import', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([importRow, ...additions(1)]);
    for (const entry of [2, 3, 4]) await phone.commit(additions(entry));
    const atOnce: number[] = [];
    const watched = counting(remote);
    const push: Remote['push'] = (userId, mutations) => {
      const answered = watched.remote.push(userId, mutations);
      atOnce.push(watched.counted.atOnce);
      return answered;
    };
    await pushAll(phone.db, { ...remote, push }, noTime, { ...startPushing(), size: MANY }, () => true);
    expect(atOnce.slice(0, 3)).toEqual([1, 1, 2]);
  });

  it('[S2a, S35f] edits of many rows go alone and in order', async () => {
    const { phone, remote, server } = await annaWithLarge(1);
    const rows = await phone.rows(SCOPE);
    for (const notes of ['first', 'second']) {
      await phone.commit(
        (await phone.rows(SCOPE)).map((row) => change(row, { notes })),
        rows,
      );
    }
    await phone.commit(additions(2));
    const watched = counting(remote);
    const { sizes, remote: noted } = sizesOf(watched.remote);
    await pushAll(phone.db, noted, noTime, { ...startPushing(), size: 100 * MANY }, () => true);
    expect(sizes).toEqual([1, 1, 1, 1]);
    expect(watched.counted.most).toBe(1);
    expect(server.state.tables.transactions.get(idOf(1000))).toMatchObject({ notes: 'second' });
  });

  it('[S7a] a batch of them on which the server fails goes up in halves', async () => {
    const { phone, remote, server } = await annaWithLarge(4);
    const sizes: number[] = [];
    const strict: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        sizes.push(mutations.length);
        if (mutations.length > 1) throw new RemoteFailure('server');
        return remote.push(userId, mutations);
      },
    };
    const progress = { ...startPushing(), size: 4 * MANY, quick: false };
    await pushAll(phone.db, strict, noTime, progress, () => true);
    expect(sizes.slice(0, 2)).toEqual([4, 1]);
    expect(server.state.tables.transactions.size).toBe(4 * MANY);
  });

  it.each(
    (['lost request', 'lost reply', 'duplicate', 'straggler', 'busy', 'defect', 'signed out'] as const).flatMap(
      (fault: Fault) => [1, 2, 3].map((at) => ({ fault, at })),
    ),
  )('[S5, G1, G2] no row is lost or applied twice after “$fault” at request $at', async ({ fault, at }) => {
    const { phone, remote, through, server } = await annaWithTwoDevices();
    await phone.commit([importRow, ...additions(1)]);
    for (const entry of [2, 3, 4, 5]) await phone.commit(additions(entry));
    const faulty = through(...Array(at - 1).fill('ok'), fault);
    await pushAll(phone.db, faulty, noTime, quickly(), () => true).catch((failure) => {
      if (!(failure instanceof RemoteFailure)) throw failure;
    });
    await phone.sync(remote);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(5 * MANY);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });
});
