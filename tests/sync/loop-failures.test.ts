/** When the loop tries again after a failure. */
import { describe, expect, it } from 'vitest';
import { readSyncState } from '#store/database/sync-state';
import { backOff } from '../../sync/back-off.ts';
import { ANNA, enter, HOME, makeAccount, START } from './support/people.ts';
import { failing, hanging, isIdle, runningDevice } from './support/running-device.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

describe('the loop after a failure', () => {
  it('[S22a, S24a] after a failure the loop waits below a doubling ceiling and names the reason', async () => {
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

  it('[S22a, S24a] the state row says that the device is full, and the loop tries again later', async () => {
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

  it('[S22b] the loop does not wait when the device is reachable again', async () => {
    const { health, change } = failing('offline');
    const { until, reachable } = runningDevice(change);
    await until(10, (state) => state.phase === 'offline' && state.retryAt !== null);
    health.healed = true;
    for (const report of reachable) report();
    await until(1, isIdle);
    expect(health.asked).toBe(2);
  });

  it('[S22c] another cycle starts at once when the network came back during a failing cycle', async () => {
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

  it('[S22c, S24a] the state row says syncing while the cycle runs that follows a failing one at once', async () => {
    const { asked, change } = hanging(2);
    const { until, reachable, device } = runningDevice(change);
    await until(10, () => asked.times === 1);
    for (const report of reachable) report();
    // A slow device: what a cycle writes at its end takes longer than the start of the next one.
    asked.refuse('offline');
    await until(0, () => asked.times === 2);
    for (let turn = 0; turn < 20; turn++) await readSyncState(device.db);
    expect(await readSyncState(device.db)).toMatchObject({ phase: 'syncing', retryAt: null });
    asked.refuse('offline');
  });

  it('[S22c] another cycle starts at once when a hint came during a failing cycle', async () => {
    const { asked, change } = hanging();
    const { until, device, server, now } = runningDevice(change);
    await until(10, () => asked.times === 1);
    const other = new SimulatedDevice(ANNA, () => START);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    const refusedAt = now();
    asked.refuse('retryable');
    await until(0, () => asked.times === 2);
    expect(now() - refusedAt).toBeLessThan(backOff(1, () => 0.5));
    await until(0, isIdle);
    expect(await device.db.accounts.count()).toBe(1);
  });

  it.each([
    ['forward', 365 * 24 * 3_600_000],
    ['back', -365 * 24 * 3_600_000],
  ])('[S30c, G9] the loop sends an entry within a second after the clock was set %s by a year', async (_, jump) => {
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
  });

  it('[S23b, G9] the loop asks a server that wanted an update again when the app comes to the front', async () => {
    const { health, change } = failing('upgrade_required');
    const { until, reachable, device } = runningDevice(change);
    await until(10, (state) => state.phase === 'upgrade_required');
    await device.commit([makeAccount(HOME, ANNA)]);
    health.healed = true;
    for (const report of reachable) report();
    expect(await until(0, isIdle)).toMatchObject({ lastError: null });
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[S23d, G9] the loop goes on asking an older server, and sends once that is updated', async () => {
    const { health, change } = failing('server_outdated');
    const { until, device } = runningDevice(change);
    await device.commit([makeAccount(HOME, ANNA)]);
    await until(10, (state) => state.lastError === 'server_outdated');
    for (const asked of [2, 3, 4]) {
      await until(600_000, ({ phase }) => health.asked >= asked && phase === 'waiting');
    }
    health.healed = true;
    expect(await until(600_000, isIdle)).toMatchObject({ lastError: null });
    expect(await device.db.outbox.count()).toBe(0);
  });
});
