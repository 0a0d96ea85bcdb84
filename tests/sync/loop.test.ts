import { describe, expect, it } from 'vitest';
import { readRecountState } from '#store/ledger/recount';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, enter, HOME, makeAccount, START } from './support/people.ts';
import { failing, isIdle, runningDevice } from './support/running-device.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

describe('the loop', () => {
  it('[S24a] the loop pulls when it starts, and the state row says so', async () => {
    const { until } = runningDevice();
    const state = await until(10, isIdle);
    expect(state).toMatchObject({ lastError: null, retryAt: null, hints: 'joined', backfill: null });
  });

  it('the loop sends new entries by itself', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(100, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[S18] the loop sends again at once what a restored server has forgotten', async () => {
    // The device loads this part of the app only then, and rounds of the test's clock do not wait for that.
    await import('../../sync/restored.ts');
    const server = { isGone: false, restore: () => {} };
    const {
      until,
      device,
      server: data,
    } = runningDevice((remote) => ({
      ...remote,
      pull: (...question) => {
        // Between the push of a cycle and its pull.
        if (server.isGone) server.restore();
        server.isGone = false;
        return remote.pull(...question);
      },
    }));
    await device.commit([makeAccount(HOME, ANNA)]);
    await until(100, () => data.state.tables.accounts.size === 1);
    await until(100, isIdle);
    server.restore = data.backUp();
    server.isGone = true;
    await device.commit([enter(1)]);
    await until(100, () => !server.isGone);
    await until(100, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
    expect(data.state.tables.transactions.size).toBe(1);
  });

  it('[S20a] the loop pulls when a hint names something new', async () => {
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

  it('[S10c] a hint makes the loop pull and writes nothing itself', async () => {
    const { health, change } = failing('retryable');
    health.healed = true;
    const { until, device, server } = runningDevice(change);
    await until(10, isIdle);
    health.healed = false;
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    await until(100, (state) => state.retryAt !== null);
    expect(await device.db.cursors.toArray()).toEqual([]);
    expect(await device.db.accounts.count()).toBe(0);
    health.healed = true;
    await until(60_000, isIdle);
    expect(await device.db.accounts.count()).toBe(1);
  });

  it('[S20b] the loop pulls whatever there is when it joins the channel', async () => {
    let join = () => {};
    const { until, device, server } = runningDevice((remote) => ({
      ...remote,
      subscribe: (_, listener) => {
        join = listener.joined;
        return () => {};
      },
    }));
    await until(10, isIdle);
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    join();
    await until(0, ({ hints }) => hints === 'joined');
    await until(0, isIdle);
    expect(await device.db.accounts.count()).toBe(1);
  });

  it('[S20c] the loop asks for the heads where no hints come', async () => {
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

  it('[S21d] a cycle whose time was up leaves the time of the last sync as it was', async () => {
    let pulls = 0;
    let takeLong = () => {};
    const { until, device, server, setClock } = runningDevice((remote) => ({
      ...remote,
      pull: (user, cursors) => {
        pulls += 1;
        if (pulls === 1) takeLong();
        return pulls > 2 ? new Promise(() => {}) : remote.pull(user, cursors, 1);
      },
    }));
    takeLong = () => setClock(16_000);
    const other = new SimulatedDevice(ANNA, () => START);
    // A request brings whole months.
    const months = ['2026-01', '2026-02', '2026-03'].map((month, n) => enter(n + 1, { date: `${month}-05` }));
    await other.commit([makeAccount(HOME, ANNA), ...months]);
    await other.sync(server.as(ANNA.userId));
    const state = await until(10, () => pulls === 3);
    expect(await device.rows(`account:${HOME}`)).not.toHaveLength(0);
    expect(state).toMatchObject({ phase: 'syncing', lastSyncedAt: null, lastError: null });
  });

  it('[S30a, S30c] the next access opens a database that the browser closed, and the loop goes on', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    const connection = device.db.backendDB();
    connection.close();
    connection.onclose?.(new Event('close'));
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(100, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[S30b, G9] the loop fills a database that the browser emptied like a new device’s', async () => {
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

  it('[S5] the loop sends within seconds what a closed tab left in flight', async () => {
    const { until, device, server, timers, now } = runningDevice();
    await until(10, isIdle);
    const tab = device.tab();
    await tab.db.transaction('rw', tab.db.tables, async () => {
      await tab.commit([makeAccount(HOME, ANNA), enter(1)]);
      await tab.db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    });
    tab.db.close();
    // This leaves out the timer that looks at the outbox, which comes first and plans the other.
    const isForStranded = ({ at }: { at: number }) => at > now() + 1000 && at < now() + 15_000;
    await until(0, () => [...timers.values()].some(isForStranded));
    await until(10_000, () => server.state.tables.transactions.size === 1);
    await until(0, isIdle);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[S24b] each response measures the server’s clock, and later entries are stamped with it', async () => {
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

  it('[S26a, S26c, G7] an idle device puts a wrong total right', async () => {
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

  it('[S32a, S32b, G3, G7] the next pull fetches a scope anew whose rows differ from the server’s count', async () => {
    const { until, device, server } = runningDevice();
    await until(10, isIdle);
    await device.commit([makeAccount(HOME, ANNA), enter(1)]);
    await until(100, () => server.state.tables.transactions.size === 1);
    await until(10, isIdle);
    // A defect could do this: rows, totals and sums agree with each other, but not with the server.
    await device.db.transactions.clear();
    await device.db.totals.clear();
    await device.db.sums.clear();
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

  it('[S21c, G2] two tabs sync at once and double nothing', async () => {
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
