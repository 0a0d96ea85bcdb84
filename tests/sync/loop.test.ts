import { describe, expect, it } from 'vitest';
import { readRecountState } from '#store/recount';
import { backOff } from '../../sync/back-off.ts';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, enter, HOME, makeAccount, START } from './people.ts';
import { failing, hanging, isIdle, runningDevice } from './running-device.ts';
import { SimulatedDevice } from './simulated-device.ts';

describe('the loop', () => {
  it('pulls when it starts, and says in the state row that it did (S20, S24)', async () => {
    const { until } = runningDevice();
    const state = await until(10, isIdle);
    expect(state).toMatchObject({ lastError: null, retryAt: null, hints: 'joined', backfill: null });
  });

  it('sends what is entered without being told (S1, S20)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(100, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('pulls when a hint names something new (S20)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA), enter(1)]);
    await other.sync(server.as(ANNA.userId));
    await until(100, isIdle);
    let known = 0;
    while (known === 0) {
      await until(10, isIdle);
      known = await device.db.accounts.count();
    }
    expect(await device.rows(`account:${HOME}`)).toHaveLength(1);
  });

  it('asks for the heads where no hints come (S20)', async () => {
    const deaf = (server: Remote): Remote => ({ ...server, subscribe: () => () => {} });
    const { until, device, server } = runningDevice(deaf);
    expect(await until(10, isIdle)).toMatchObject({ hints: 'down' });
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    let known = 0;
    while (known === 0) {
      await until(31_000, isIdle);
      known = await device.db.accounts.count();
    }
    expect(known).toBe(1);
  });

  it('waits a random time below a doubling ceiling after a failure, and names the reason (S22, S24)', async () => {
    const { health, change } = failing('retryable');
    const { until } = runningDevice(change);
    const first = await until(10, (state) => state.retryAt !== null);
    expect(first).toMatchObject({ phase: 'waiting', lastError: 'retryable' });
    health.healed = true;
    expect(await until(60_000, isIdle)).toMatchObject({ lastError: null, retryAt: null });
    expect(backOff(1, () => 0.999)).toBeLessThan(1000);
    expect(backOff(3, () => 0.999)).toBeLessThan(4000);
    expect(backOff(3, () => 0.999)).toBeGreaterThan(3900);
    expect(backOff(60, () => 0.999)).toBeLessThanOrEqual(300_000);
    expect(backOff(60, () => 0)).toBe(0);
  });

  it('says when this device has no room for the answer, and tries again later (S22, S24)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    const refuse = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    device.db.accounts.hook('creating', refuse);
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    expect(await until(100, (state) => state.retryAt !== null)).toMatchObject({
      phase: 'waiting',
      lastError: 'storage_full',
    });
    device.db.accounts.hook('creating').unsubscribe(refuse);
    await until(60_000, isIdle);
    expect(await device.db.accounts.count()).toBe(1);
  });

  it('does not wait when the network is back (S22)', async () => {
    const { health, change } = failing('offline');
    const { until, reachable } = runningDevice(change);
    await until(10, (state) => state.phase === 'offline' && state.retryAt !== null);
    health.healed = true;
    for (const report of reachable) report();
    await until(1, isIdle);
    expect(health.asked).toBe(2);
  });

  it('tries again right after a cycle that fails when the network came back meanwhile (S22)', async () => {
    const { asked, change } = hanging();
    const { until, reachable, now } = runningDevice(change);
    await until(10, () => asked.times === 1);
    for (const report of reachable) report();
    const refusedAt = now();
    asked.refuse('offline');
    await until(0, () => asked.times === 2);
    expect(now() - refusedAt).toBeLessThan(backOff(1, () => 0.5));
    await until(0, isIdle);
  });

  it.each(['the session was renewed', 'the user asked', 'the network came back'] as const)(
    'goes on when %s while the old session was being refused (S23)',
    async (what) => {
      const { asked, change } = hanging();
      const { until, sync, reachable } = runningDevice(change);
      await until(10, () => asked.times === 1);
      if (what === 'the session was renewed') sync.renewed();
      else if (what === 'the user asked') sync.wake();
      else for (const report of reachable) report();
      asked.refuse('unauthorized');
      expect(await until(1000, isIdle)).toMatchObject({ lastError: null });
    },
  );

  it.each(['unauthorized', 'retryable'] as const)(
    'goes on at once when the session is renewed after %s (S22, S23)',
    async (reason) => {
      const { health, change } = failing(reason);
      const { until, sync } = runningDevice(change);
      await until(10, (state) => state.lastError === reason);
      health.healed = true;
      sync.renewed();
      expect(await until(0, isIdle)).toMatchObject({ lastError: null });
      expect(health.asked).toBe(2);
    },
  );

  it('a session that is renewed by its own requests does not start a cycle after each cycle (S23)', async () => {
    const { health, change } = failing('retryable');
    health.healed = true;
    let renew = () => {};
    const { until, sync } = runningDevice((server) => {
      const remote = change(server);
      return {
        ...remote,
        pull: (...question) => {
          renew();
          return remote.pull(...question);
        },
      };
    });
    renew = () => sync.renewed();
    await until(10, isIdle);
    sync.wake();
    await until(10, () => health.asked > 1);
    await until(0, isIdle);
    const asked = health.asked;
    sync.renewed();
    await expect(until(10_000, () => health.asked > asked)).rejects.toThrow('never reached');
  });

  it('asks again after a refused session when the network is back, for the refusal may have come of being cut off (S23)', async () => {
    const { health, change } = failing('unauthorized');
    const { until, reachable } = runningDevice(change);
    await until(10, (state) => state.phase === 'signed_out');
    health.healed = true;
    for (const report of reachable) report();
    expect(await until(0, isIdle)).toMatchObject({ lastError: null });
  });

  it.each([
    ['forward', 365 * 24 * 3_600_000],
    ['back', -365 * 24 * 3_600_000],
  ])(
    'sends what is entered within a second though the clock was set %s by a year meanwhile (S20, G9)',
    async (_, jump) => {
      const { until, device, server, setClock, now } = runningDevice();
      await until(10, isIdle);
      const { id } = enter(1).row;
      setClock(jump);
      await device.commit([makeAccount(HOME, ANNA), enter(1)]);
      const enteredAt = now();
      await until(0, () => server.state.tables.transactions.has(id));
      expect(now() - enteredAt).toBeLessThan(1000);
      await until(0, isIdle);
      expect(await device.db.outbox.count()).toBe(0);
    },
  );

  it('fills a database that the browser has emptied under it like a new device’s (S30, G9)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(10, isIdle);
    const connection = device.db.backendDB();
    connection.close();
    await new Promise((resolve) => {
      device.storage.indexedDB.deleteDatabase(device.db.name).onsuccess = resolve;
    });
    connection.onclose?.(new Event('close'));
    expect(await until(0, isIdle)).toMatchObject({ lastError: null });
    expect(await device.rows(`account:${HOME}`)).toHaveLength(1);
  });

  it('asks a server that was older than the app again when the app comes to the front (S23, G9)', async () => {
    const { health, change } = failing('upgrade_required');
    const { until, reachable, device } = runningDevice(change);
    await until(10, (state) => state.phase === 'upgrade_required');
    await device.commit([makeAccount(HOME, ANNA)]);
    health.healed = true;
    for (const report of reachable) report();
    expect(await until(0, isIdle)).toMatchObject({ lastError: null });
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('sends what a tab that is gone left in flight within seconds (S5, S20)', async () => {
    const { until, device, server, timers, now } = runningDevice();
    await until(10, isIdle);
    const tab = device.tab();
    await tab.db.transaction('rw', tab.db.tables, async () => {
      await tab.commit([makeAccount(HOME, ANNA), enter(1)]);
      await tab.db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    });
    tab.db.close();
    // Not the look at the outbox, which comes first and plans it.
    const isForStranded = ({ at }: { at: number }) => at > now() + 1000 && at < now() + 15_000;
    await until(0, () => [...timers.values()].some(isForStranded));
    await until(10_000, () => server.state.tables.transactions.size === 1);
    await until(0, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it.each([
    ['unauthorized', 'signed_out'],
    ['forbidden_user', 'signed_out'],
    ['upgrade_required', 'upgrade_required'],
  ] as const)('stops on %s until it is woken, and the outbox waits (S6, S23)', async (reason, phase) => {
    const { health, change } = failing(reason);
    const { until, sync, device, timers } = runningDevice(change);
    await until(10, (state) => state.phase === phase);
    await device.commit([makeAccount(HOME, ANNA)]);
    expect(timers.size).toBe(0);
    health.healed = true;
    sync.wake();
    await until(10, isIdle);
    await until(100, () => true);
    expect(health.asked).toBeGreaterThan(1);
  });

  it('measures the server’s clock with each answer, and later entries are stamped with it (S24)', async () => {
    const { until, device } = runningDevice((server) => ({
      ...server,
      pull: async (...question) => ({
        ...(await server.pull(...question)),
        serverNow: new Date(START + 7_200_000).toISOString(),
      }),
    }));
    const state = await until(10, isIdle);
    expect(state.offsetMs).toBeGreaterThan(7_100_000);
    const id = await device.commit([makeAccount(HOME, ANNA)]);
    const entry = await device.db.outbox.get({ id });
    expect(Date.parse(entry?.editedAt ?? '')).toBeGreaterThan(START + 7_100_000);
  });

  it('puts a wrong total right when the device is idle (S26, G7)', async () => {
    const { until, device } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, isIdle);
    await device.db.totals.toCollection().modify({ lines: [] });
    await device.db.sums.clear();
    expect(await device.balance(`account:${HOME}`)).toBe(0);
    let repairs = 0;
    while (repairs === 0) {
      await until(61_000, isIdle);
      repairs = (await readRecountState(device.db)).repairs.length;
    }
    expect(await device.balance(`account:${HOME}`)).toBe(-100);
  });

  it('fetches a scope anew when its rows are not what the server counts (S32, G3, G7)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(10, isIdle);
    // As a defect would do it: rows and totals agree with each other, and not with the server.
    await device.db.transactions.clear();
    await device.db.totals.clear();
    let repairs = await readRecountState(device.db);
    while (repairs.repairs.length === 0) {
      await until(61_000, isIdle);
      repairs = await readRecountState(device.db);
    }
    expect(repairs.repairs).toMatchObject([{ scope: `account:${HOME}`, month: null }]);
    const fetched = async () => (await device.rows(`account:${HOME}`)).length === 1;
    while (!(await fetched())) await until(1000, isIdle);
    expect(await device.balance(`account:${HOME}`)).toBe(-100);
  });

  it('goes on in every tab at once without doubling anything (S21, G2)', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    const tab = device.tab();
    await tab.commit([makeAccount(HOME, ANNA), enter(1)]);
    await Promise.all([
      tab.sync(server.as(ANNA.userId)),
      until(100, () => server.state.tables.transactions.size === 1),
    ]);
    tab.db.close();
    await until(100, isIdle);
    expect(await device.balance(`account:${HOME}`)).toBe(-100);
  });
});
