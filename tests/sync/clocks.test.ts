/** Devices whose clocks are wrong, for a while or from the start (S24). */
import { describe, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { readSyncState } from '#store/database/sync-state';
import { withCreatedAt } from '#store/optimistic/edit-clock';
import { batchOf, readBatches } from '#store/outbox/batches';
import { offsetOf } from '../../sync/clock.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, BEN, change, enter, HOME, idOf, makeAccount, SHOP, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { SCOPE } from './support/world-of-two.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const actor = { userId: ANNA.userId, email: ANNA.userEmail };

/** Anna's phone, whose clock is wrong by `wrongMs`; Ben shares her account, and his clock is right. */
async function annaAndBen() {
  const clock = { now: START, wrongMs: 0 };
  const server = new FakeServer(() => clock.now);
  for (const { userId, userEmail } of [ANNA, BEN]) server.addUser(userId, userEmail);
  const remote = server.as(ANNA.userId);
  const phone = new SimulatedDevice(ANNA, () => clock.now + clock.wrongMs);
  const ben = new SimulatedDevice(BEN, () => clock.now);
  await phone.sync(remote);
  await phone.commit([makeAccount(HOME, ANNA)]);
  await phone.commit([enter(1, { notes: 'first' })]);
  await phone.commit([enter(2, { notes: 'first' })]);
  await phone.sync(remote);
  server.share({ id: idOf(500), accountId: HOME, userId: BEN.userId, role: 'admin' });
  await ben.sync(server.as(BEN.userId));
  const at = (hours: number) => {
    clock.now = START + hours * HOUR;
  };
  const note = async (device: SimulatedDevice, number: number, notes: string) => {
    const row = (await device.rows(SCOPE)).find(({ id }) => id === idOf(number));
    if (!row) throw new Error('no row');
    return device.commit([change(row, { notes })], [row]);
  };
  const offline = () => expect(phone.sync(NO_NETWORK)).rejects.toMatchObject({ reason: 'offline' });
  const syncBen = () => ben.sync(server.as(BEN.userId));
  const standing = (number: number) => server.state.tables.transactions.get(idOf(number))?.notes;
  const entry = (id: string) => phone.db.outbox.get({ id });
  return { clock, server, remote, phone, ben, at, note, offline, syncBen, standing, entry };
}

const unreachable = async () => {
  throw new RemoteFailure('offline', '0');
};
const NO_NETWORK: Remote = {
  push: unreachable,
  pull: unreachable,
  sendInvitation: unreachable,
  resendInvitation: unreachable,
  heads: unreachable,
  sums: unreachable,
  subscribe: () => () => {},
};

describe('the offset to the server’s clock', () => {
  it('[S24e] a device that slept between request and response measures nothing', async () => {
    const { clock, phone, remote } = await annaAndBen();
    const sleeping: Remote = {
      ...remote,
      pull: async (...asked) => {
        const response = await remote.pull(...asked);
        clock.now += 8 * HOUR;
        return response;
      },
    };
    await phone.sync(sleeping);
    expect((await readSyncState(phone.db)).offsetMs).toBe(0);
  });

  it.each([
    ['a quick response', START, START + 4000, 700, -2000],
    ['a slow one that agrees with what is known', START - 30_000, START + 30_000, 700, 700],
    [
      'a slow one of a clock that is a year behind',
      START - 365 * DAY,
      START - 365 * DAY + 60_000,
      0,
      365 * DAY - 60_000,
    ],
    ['a slow one of a clock that is an hour ahead', START + HOUR, START + HOUR + 60_000, 0, -HOUR],
    ['one during which the clock was set back', START, START - DAY, 700, 700],
  ])('[S24e] %s is used as far as it proves something', (_, sentAt, receivedAt, known, offset) => {
    expect(offsetOf(new Date(START).toISOString(), sentAt, receivedAt, known)).toBe(offset);
  });

  it('[S24b, S24e] a push measures it, too, where no pull is quick enough', async () => {
    const { clock, phone, remote } = await annaAndBen();
    clock.wrongMs = -2 * HOUR;
    await phone.commit([enter(3)]);
    const slow: Remote = {
      ...remote,
      pull: async (...asked) => {
        const response = await remote.pull(...asked);
        clock.now += 60_000;
        return response;
      },
    };
    await phone.sync(slow);
    expect((await readSyncState(phone.db)).offsetMs).toBe(2 * HOUR);
  });
});

describe('a clock that was ahead for one edit', () => {
  it('[S24g, G5] the edit does not win over a newer one of somebody else, once the clock was seen right', async () => {
    const { clock, phone, remote, at, note, offline, syncBen, ben, standing } = await annaAndBen();
    at(10);
    clock.wrongMs = 30 * DAY;
    await note(phone, 1, 'Anna at ten');
    await offline();
    clock.wrongMs = 0;
    at(10.1);
    await offline();
    at(12);
    await note(ben, 1, 'Ben at noon');
    await syncBen();
    at(18);
    await phone.sync(remote);
    expect(standing(1)).toBe('Ben at noon');
  });

  it('[S24c, S24g, G5] a later edit by the right clock bounds it', async () => {
    const { clock, phone, remote, at, note, syncBen, ben, standing, entry } = await annaAndBen();
    at(10);
    clock.wrongMs = 30 * DAY;
    await note(phone, 1, 'Anna at ten');
    clock.wrongMs = 0;
    at(11);
    const later = await note(phone, 2, 'Anna at eleven');
    expect((await entry(later))?.editedAt).toBe(new Date(START + 11 * HOUR).toISOString());
    at(12);
    await note(ben, 1, 'Ben at noon');
    await note(ben, 2, 'Ben at noon');
    await syncBen();
    at(18);
    await phone.sync(remote);
    expect([standing(1), standing(2)]).toEqual(['Ben at noon', 'Ben at noon']);
  });

  it('[S24c, S24g] every stamp comes down to the one after it, and edits keep their order', async () => {
    const { clock, phone, at, entry, offline } = await annaAndBen();
    at(10);
    const ids: string[] = [];
    for (const [number, wrong] of [0, 3 * DAY, 2 * DAY, 0].entries()) {
      clock.wrongMs = wrong;
      at(10 + number);
      ids.push(await phone.commit([enter(10 + number)]));
    }
    at(20);
    await offline();
    const stamps = await Promise.all(ids.map(async (id) => (await entry(id))?.editedAt));
    const hour = (hours: number) => new Date(START + hours * HOUR).toISOString();
    expect(stamps).toEqual([hour(10), hour(13), hour(13), hour(13)]);
  });

  it('[S24g, G2] a sent row keeps its createdAt, so that the server knows the mutation again', async () => {
    const { clock, phone, remote, at, entry } = await annaAndBen();
    at(10);
    clock.wrongMs = 30 * DAY;
    const now = new Date(phone.now());
    const operation = withCreatedAt(enter(3), () => now.toISOString());
    const id = await phone.commit([operation]);
    const lostReply: Remote = {
      ...remote,
      push: async (...asked) => {
        await remote.push(...asked);
        throw new RemoteFailure('offline', '0');
      },
    };
    await expect(phone.sync(lostReply)).rejects.toMatchObject({ reason: 'offline' });
    clock.wrongMs = 0;
    at(11);
    await phone.sync(NO_NETWORK).catch(() => {});
    expect(await entry(id)).toMatchObject({
      editedAt: new Date(START + 11 * HOUR).toISOString(),
      operations: [{ row: { createdAt: now.toISOString() } }],
    });
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S24g, S35a] a batch is sent without a write to its entries when no stamp is wrong', async () => {
    const { phone, remote } = await annaAndBen();
    for (const number of [11, 12, 13]) await phone.commit([enter(number)]);
    let written = 0;
    const count = () => {
      written += 1;
    };
    phone.db.outbox.hook('updating', count);
    const batches: [boolean, number][] = [];
    await phone.sync({
      ...remote,
      push: async (...asked) => {
        const [first] = await phone.db.outbox.toArray();
        batches.push([batchOf(await readBatches(phone.db), first?.seq ?? 0) !== undefined, written]);
        return remote.push(...asked);
      },
    });
    expect(batches).toEqual([[true, 0]]);
  });
});

describe('a clock that says 2015', () => {
  const IN_2015 = Date.parse('2015-01-01T00:00:00Z');

  it('[S24f] an account made meanwhile is not older than the others, here nor on the server', async () => {
    const { clock, phone, remote, server, at, offline } = await annaAndBen();
    at(1);
    await phone.sync(remote);
    at(2);
    clock.wrongMs = IN_2015 - clock.now;
    const made = await createAccount(phone.db, actor, { name: 'Shop' }, new Date(phone.now()));
    if (!made.ok) throw new Error('no account');
    const earliest = new Date(START + HOUR).toISOString();
    expect((await phone.db.accounts.get(made.id))?.createdAt).toBe(earliest);
    await offline();
    at(3);
    await phone.sync(remote);
    expect(server.state.tables.accounts.get(made.id)?.createdAt).toBe(earliest);
    expect((await phone.db.accounts.get(made.id))?.createdAt).toBe(earliest);
  });

  it('[S24f, G5] an edit made meanwhile is not older than what its author had seen', async () => {
    const { clock, phone, remote, at, note, offline, ben, syncBen, standing } = await annaAndBen();
    at(1);
    await note(ben, 1, 'Ben at one');
    await syncBen();
    at(2);
    await phone.sync(remote);
    clock.wrongMs = IN_2015 - clock.now;
    at(3);
    await note(phone, 1, 'Anna at three');
    await offline();
    await phone.sync(remote);
    expect(standing(1)).toBe('Anna at three');
  });

  it('[S24g] the clock that was set back does not stamp down the edits made before', async () => {
    const { clock, phone, at, note, offline, entry } = await annaAndBen();
    at(5);
    const id = await note(phone, 1, 'Anna at five');
    clock.wrongMs = IN_2015 - clock.now;
    const later = await note(phone, 2, 'Anna, later');
    await offline();
    const five = new Date(START + 5 * HOUR).toISOString();
    expect([(await entry(id))?.editedAt, (await entry(later))?.editedAt]).toEqual([five, five]);
  });

  it('[S24h] a new device asks for the time before it sends what was made, and puts it right', async () => {
    const clock = { now: START };
    const server = new FakeServer(() => clock.now);
    server.addUser(ANNA.userId, ANNA.userEmail);
    const phone = new SimulatedDevice(ANNA, () => IN_2015 + clock.now - START);
    const made = await createAccount(phone.db, actor, { name: 'Home' }, new Date(phone.now()));
    clock.now += 60_000;
    await createAccount(phone.db, actor, { name: 'Shop' }, new Date(phone.now()));
    if (!made.ok) throw new Error('no account');
    await expect(phone.sync(NO_NETWORK)).rejects.toMatchObject({ reason: 'offline' });
    clock.now += 60_000;
    const remote = server.as(ANNA.userId);
    const sizes: number[] = [];
    const seen: (string | undefined)[] = [];
    await phone.sync({
      ...remote,
      push: async (userId, mutations) => {
        sizes.push(mutations.length);
        seen.push((await phone.db.accounts.get(made.id))?.createdAt);
        return remote.push(userId, mutations);
      },
    });
    expect(sizes).toEqual([0, 2]);
    const [first, second] = [START, START + 60_000].map((time) => new Date(time).toISOString());
    expect(seen).toEqual(['2015-01-01T00:00:00.000Z', first]);
    expect([...server.state.tables.accounts.values()].map(({ createdAt }) => createdAt).sort()).toEqual([
      first,
      second,
    ]);
    expect(await phone.db.outbox.count()).toBe(0);
  });
});

it('[S24h] a new device whose clock is right asks for the time once, and only if something waits', async () => {
  const server = new FakeServer(() => START);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const phone = new SimulatedDevice(ANNA, () => START);
  const remote = server.as(ANNA.userId);
  const sizes: number[] = [];
  const noting: Remote = {
    ...remote,
    push: async (userId, mutations) => {
      sizes.push(mutations.length);
      return remote.push(userId, mutations);
    },
  };
  await phone.sync(noting);
  for (const id of [HOME, SHOP]) {
    await phone.commit([makeAccount(id, ANNA)]);
    await phone.sync(noting);
  }
  expect(sizes).toEqual([1, 1]);
});
