/** What a line carries that is slow, and what becomes of entries that it or the server cannot carry (S60). */
import { describe, expect, it } from 'vitest';
import { runCycle } from '../../sync/cycle.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { readThroughput } from '../../sync/throughput.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, enter, HOME, idOf, makeAccount, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { type Line, overLine } from './support/slow-line.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const MINUTE = 60_000;

/** Anna's account is on the server, and her phone is behind a line with so many bytes a second. */
async function annaBehindLine(bytesPerSecond: number) {
  const clock = { now: START };
  const now = () => clock.now;
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const remote = server.as(ANNA.userId);
  const phone = new SimulatedDevice(ANNA, now);
  await phone.commit([makeAccount(HOME, ANNA)]);
  await phone.sync(remote);
  const line: Line = { clock, bytesPerSecond, requests: [] };
  const slow = overLine(remote, line);
  /** Runs cycles as the loop does, until nothing is left to do. Returns how many failed. */
  const settle = async (device: SimulatedDevice, limitMs: number) => {
    const end = clock.now + limitMs;
    let failures = 0;
    while (clock.now < end) {
      try {
        const options = { db: device.db, remote: slow, now, deadline: clock.now + 15_000 };
        if ((await runCycle({ ...options, wantsPull: async () => true })) === 'done') return failures;
      } catch (failure) {
        if (!(failure instanceof RemoteFailure)) throw failure;
        failures += 1;
        clock.now += 1000;
      }
    }
    throw new Error(`not settled: ${JSON.stringify(line.requests)}`);
  };
  return { clock, now, server, remote, phone, line, settle };
}

describe('a slow line', () => {
  it.each([
    ['28 kbit/s', 3500, 600, 20],
    ['one entry in 25 s', 28, 12, 30],
  ])('[S60a, S60c, G1] entries arrive at %s, and a pull is never more than one batch behind', async (...given) => {
    const [, bytesPerSecond, entries, minutes] = given;
    const { phone, server, line, settle } = await annaBehindLine(bytesPerSecond);
    for (let number = 1; number <= entries; number++) await phone.commit([enter(number)]);
    const failures = await settle(phone, minutes * MINUTE);
    expect(failures).toBeGreaterThan(0);
    expect(server.state.tables.transactions.size).toBe(entries);
    expect(await phone.db.outbox.count()).toBe(0);
    // One batch may be under way while the one before it fails.
    const pushes = line.requests.join(' ').split('pull');
    expect(Math.max(...pushes.map((some) => some.split('push').length - 1))).toBeLessThanOrEqual(2);
  });

  it('[S60a] a pull at 28 kbit/s brings all rows, in smaller and smaller responses', async () => {
    const { phone, remote, now, settle, line } = await annaBehindLine(3500);
    for (let month = 1; month <= 9; month++) {
      for (let day = 1; day <= 25; day++) {
        const date = `2025-0${month}-${String(day).padStart(2, '0')}`;
        const many = Array.from({ length: 8 }, (_, n) => enter(month * 1000 + day * 10 + n, { date }));
        await phone.commit(many);
      }
    }
    await phone.sync(remote);
    const laptop = new SimulatedDevice(ANNA, now);
    await settle(laptop, 30 * MINUTE);
    expect(await laptop.rows(SCOPE)).toHaveLength(9 * 25 * 8);
    expect((await readThroughput(laptop.db)).rows).toBeLessThan(1000);
    expect(line.requests.length).toBeGreaterThan(2);
  });

  it('[S60b] the size of a batch outlives the page, and quick answers make it grow again', async () => {
    const { phone, remote, settle, line } = await annaBehindLine(3500);
    for (let number = 1; number <= 300; number++) await phone.commit([enter(number)]);
    line.bytesPerSecond = 150;
    await expect(settle(phone, 3 * MINUTE)).rejects.toThrow('not settled');
    const { operations } = await readThroughput(phone.db);
    expect(operations).toBeLessThan(100);
    phone.reload();
    const sizes: number[] = [];
    const quick: Remote = {
      ...remote,
      push: (userId, mutations) => {
        sizes.push(mutations.length);
        return remote.push(userId, mutations);
      },
    };
    await phone.sync(quick);
    expect(sizes[0]).toBe(operations);
    expect(sizes[1]).toBe(2 * (operations ?? 0));
    expect(await phone.db.outbox.count()).toBe(0);
    for (let number = 301; number <= 330; number++) {
      await phone.commit([enter(number)]);
      await phone.sync(quick);
    }
    expect(await readThroughput(phone.db)).toEqual({ operations: null, rows: null });
  });
});

describe('an entry that runs into a time limit', () => {
  /** The server does not get to the end of anything that contains this entry. */
  function endless(remote: Remote, id: string, code: 'timeout' | '57014') {
    const asked = { times: 0 };
    const never: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        if (!mutations.some(({ operations: [first] }) => first?.kind === 'insert' && first.row.id === id)) {
          return remote.push(userId, mutations);
        }
        asked.times += 1;
        throw new RemoteFailure(code === 'timeout' ? 'offline' : 'retryable', code);
      },
    };
    return { asked, never };
  }

  it.each(['timeout', '57014'] as const)(
    '[S60c, S60d, G1] an entry that alone runs into a time limit (%s) is delayed, and all others arrive',
    async (code) => {
      const { phone, laptop, remote, server, wait } = await annaWithTwoDevices();
      await laptop.commit([enter(99)]);
      await laptop.sync(remote);
      for (const number of [1, 2, 3, 4, 5]) await phone.commit([enter(number)]);
      const { asked, never } = endless(remote, idOf(3), code);
      await expect(phone.sync(never)).rejects.toMatchObject({ code });
      // The cycle pulled once, although its push had failed.
      expect((await phone.rows(SCOPE)).map(({ id }) => id)).toContain(idOf(99));
      for (let cycle = 0; cycle < 5; cycle++) await phone.sync(never).catch(() => {});
      expect(server.state.tables.transactions.size).toBe(5);
      expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', heldMs: 30_000 }]);
      const before = asked.times;
      wait(35_000);
      await phone.sync(never);
      expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', heldMs: 60_000 }]);
      expect(asked.times).toBe(before + 1);
      wait(65_000);
      await phone.sync(remote);
      expect(await phone.db.outbox.count()).toBe(0);
    },
  );

  it('[S60d, G1] it is shown to the user after a day of attempts, and not after a day without any', async () => {
    const { phone, remote, wait } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const { asked, never } = endless(remote, idOf(1), '57014');
    await phone.sync(never);
    wait(30 * 60 * MINUTE);
    await phone.sync(never);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending' }]);
    for (let hour = 0; hour < 10; hour++) {
      wait(61 * MINUTE);
      await phone.sync(never);
    }
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'blocked', blocked: { code: '57014', by: null } }]);
    expect(asked.times).toBeLessThan(15);
  });

  it('[S7d, S60d] it is not delayed when an empty push runs into the limit, too', async () => {
    const { phone, through } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await expect(phone.sync(through('straggler', 'straggler', 'lost request'))).rejects.toMatchObject({
      reason: 'offline',
    });
    const [entry] = await phone.db.outbox.toArray();
    expect(entry?.holdUntil).toBeUndefined();
  });
});
