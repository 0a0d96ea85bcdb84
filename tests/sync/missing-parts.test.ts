/** A module of the app that cannot be loaded, as after an update: the server has only the files of the new build. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { importKeys } from '../../src/import/matching/import-key.ts';
import { callRemote } from '../../sync/call-remote.ts';
import { pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { enter, HOME, idOf, makeAccount } from './support/people.ts';
import { runningDevice } from './support/running-device.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const PARTS = {
  keys: '#store/imports/told-keys',
  aside: '../../sync/set-aside.ts',
  unreadable: '../../sync/unreadable.ts',
  isolated: '../../sync/apply-isolated.ts',
  stamps: '#store/optimistic/stamps',
  reader: '../../sync/read-answer.ts',
  sums: '../../sync/sums.ts',
};

function lose(part: string): void {
  vi.doMock(part, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
}

afterEach(() => {
  for (const part of Object.values(PARTS)) vi.doUnmock(part);
});

async function importFile({ db, person, now }: SimulatedDevice): Promise<void> {
  const [key = ''] = importKeys([{ date: '2026-03-05', cents: 5000, text: 'Arrived' }]);
  const fields = {
    type: 'income' as const,
    amount: 5000,
    date: '2026-03-05',
    description: 'Arrived',
    category: 'Uncategorized',
  };
  const rows = [{ kind: 'new' as const, key, bankId: null, importedText: 'Arrived', fields }];
  const plan = { accountId: HOME, fileName: 'march.csv', format: 'csv' as const, rows };
  await carryOutImport(db, { userId: person.userId, email: person.userEmail }, plan, {}, new Date(now()));
}

const failingWith = (remote: Remote, failure: RemoteFailure): Remote => ({
  ...remote,
  push: async (userId, mutations) => {
    if (mutations.length > 0) throw failure;
    return remote.push(userId, mutations);
  },
});

describe('[S61f] a part of the app that cannot be loaded', () => {
  it('leaves a pull with keys unapplied for that reason, and the next one applies it', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await importFile(phone);
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    lose(PARTS.keys);
    await expect(laptop.sync(remote)).rejects.toMatchObject({ name: 'RemoteFailure', reason: 'part_missing' });
    expect(await laptop.rows(SCOPE)).toEqual([]);
    vi.doUnmock(PARTS.keys);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toHaveLength(2);
  });

  it('lets the push wait as long as the failure that it was to handle asks for', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    lose(PARTS.aside);
    const failure = new RemoteFailure('server', '57014', { waitMs: 60_000 });
    const caught: unknown = await pushOnce(phone.db, failingWith(remote, failure), now, startPushing()).catch(
      (one: unknown) => one,
    );
    expect(caught).toMatchObject({ reason: 'part_missing', waitMs: 60_000, isTimeout: true });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'in_flight' }]);
  });

  it('lets entries wait whose verdict cannot be read, and the next push holds them back', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    const id = await phone.commit([enter(1)]);
    const unread: Remote = {
      ...remote,
      push: async (userId, mutations) => ({
        ...(await remote.push(userId, [])),
        unread: mutations.map((one) => one.id),
      }),
    };
    lose(PARTS.aside);
    await expect(pushOnce(phone.db, unread, now, startPushing())).rejects.toMatchObject({ reason: 'part_missing' });
    vi.doUnmock(PARTS.aside);
    await pushOnce(phone.db, unread, now, startPushing());
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'pending', heldMs: 30_000 });
  });

  it('is the reason that the loop gives while it waits, and nothing says that storage failed', async () => {
    lose(PARTS.stamps);
    const { device, until } = runningDevice();
    await device.commit([makeAccount(HOME, device.person)]);
    const waiting = await until(10, ({ retryAt }) => retryAt !== null);
    expect(waiting).toMatchObject({ phase: 'waiting', lastError: 'part_missing' });
    vi.doUnmock(PARTS.stamps);
    expect(await until(60_000, ({ phase, lastError }) => phase === 'idle' && lastError === null)).toMatchObject({
      retryAt: null,
    });
  });

  it('is the reason that a call gives when its response has to be read in parts', async () => {
    const rpc = () => ({ abortSignal: async () => ({ data: {}, error: null, status: 200 }) });
    const invoke = async () => ({ data: {}, response: Response.json({}) });
    const remote = callRemote({ rpc, functions: { invoke } });
    lose(PARTS.reader);
    await expect(remote.push(idOf(1), [])).rejects.toMatchObject({ reason: 'part_missing' });
    lose(PARTS.sums);
    await expect(remote.sums()).rejects.toMatchObject({ reason: 'part_missing' });
  });
});
