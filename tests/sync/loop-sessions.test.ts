import { describe, expect, it } from 'vitest';
import { backOff } from '../../sync/back-off.ts';
import { ANNA, HOME, makeAccount } from './support/people.ts';
import { failing, hanging, isIdle, runningDevice } from './support/running-device.ts';

describe('the loop and the session', () => {
  it.each(['retryable', 'unauthorized'] as const)(
    '[S22e] a session renewed during a cycle that fails as %s leads to a wait, not to a cycle at once',
    async (reason) => {
      const { asked, change } = hanging();
      const { until, sync, now } = runningDevice(change);
      await until(10, () => asked.times === 1);
      sync.renewed();
      const refusedAt = now();
      asked.refuse(reason);
      await until(0, () => asked.times === 2);
      expect(now() - refusedAt).toBeGreaterThanOrEqual(backOff(1, () => 0.5));
      await until(0, isIdle);
    },
  );

  it.each(['the session was renewed', 'the user asked', 'the network came back'] as const)(
    '[S22c, S22e] the loop goes on when %s while the old session was being refused',
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
    '[S22b, S23a] the loop goes on at once when the session is renewed after %s',
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

  it('[S23c] a session that requests renew by themselves starts no cycle', async () => {
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

  it('[S23b] the loop tries again after a refused session when the network is back', async () => {
    const { health, change } = failing('unauthorized');
    const { until, reachable } = runningDevice(change);
    await until(10, (state) => state.phase === 'signed_out');
    health.healed = true;
    for (const report of reachable) report();
    expect(await until(0, isIdle)).toMatchObject({ lastError: null });
  });

  it('[S23b] the loop does not try again after another user’s session when the network is back', async () => {
    const { health, change } = failing('forbidden_user');
    const { until, reachable, timers } = runningDevice(change);
    await until(10, (state) => state.phase === 'signed_out');
    health.healed = true;
    for (const report of reachable) report();
    expect(timers.size).toBe(0);
    await expect(until(0, () => health.asked > 1)).rejects.toThrow('never reached');
  });

  it.each([
    ['unauthorized', 'signed_out'],
    ['forbidden_user', 'signed_out'],
    ['upgrade_required', 'upgrade_required'],
  ] as const)('[S23a] the loop stops on %s until it is woken, and the outbox waits', async (reason, phase) => {
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
});
