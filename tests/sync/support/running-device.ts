/** A device whose engine runs by the test's clock, and servers that fail. */
import { onTestFinished } from 'vitest';
import { readSyncState, type SyncState } from '#store/database/sync-state';
import type { Environment } from '../../../sync/environment.ts';
import { startSync } from '../../../sync/index.ts';
import { type Remote, RemoteFailure, type RemoteReason } from '../../../sync/remote.ts';
import { FakeServer } from './fake-server.ts';
import { ANNA, START } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';

/** Starts the engine on a new device. Due timers fire when the test moves the clock. */
export function runningDevice(change: (server: Remote) => Remote = (server) => server) {
  let time = START;
  const timers = new Map<number, { at: number; run: () => void }>();
  const now = () => time;
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const device = new SimulatedDevice(ANNA, now);
  const reachable: (() => void)[] = [];
  const idle: { at: number; run: () => void }[] = [];
  let turns = 0;
  const environment: Environment = {
    now,
    random: () => 0.5,
    after(delay, run) {
      const timer = ++turns;
      timers.set(timer, { at: time + delay, run });
      return () => timers.delete(timer);
    },
    whenIdle(delay, run) {
      idle.push({ at: time + delay, run });
      return () => {};
    },
    exclusively: (run) => run(),
    whenReachable(report) {
      reachable.push(report);
      return () => {};
    },
    report: (failure) => {
      throw failure;
    },
  };
  const sync = startSync({ database: device.db, remote: change(server.as(ANNA.userId)), environment });
  onTestFinished(sync.stop);
  function runDue(): void {
    for (const [timer, { at, run }] of timers) {
      if (at > time) continue;
      timers.delete(timer);
      run();
    }
    for (const work of idle.splice(0)) {
      if (work.at <= time) work.run();
      else idle.push(work);
    }
  }
  /** Sets the clock. The timers still wait as long as before. */
  function setClock(milliseconds: number): void {
    time += milliseconds;
    for (const timer of timers.values()) timer.at += milliseconds;
  }
  /** Moves the clock, then by one millisecond a round, until the state row is as expected. */
  async function until(milliseconds: number, isReached: (state: SyncState) => boolean): Promise<SyncState> {
    time += milliseconds;
    let state = await readSyncState(device.db);
    for (let round = 0; round < 1000; round++) {
      time += 1;
      runDue();
      // Reads without a pause would keep the engine's own readers from going on.
      await new Promise((resolve) => setTimeout(resolve));
      state = await readSyncState(device.db);
      if (isReached(state)) return state;
    }
    throw new Error(`never reached; ${JSON.stringify(state)}`);
  }
  return { server, device, sync, until, setClock, reachable, timers, now };
}

/** A server that lets the first `pulls` wait until the test refuses them. It answers every later one. */
export function hanging(pulls = 1) {
  const asked = { times: 0, refuse: (_: RemoteReason) => {} };
  const change = (server: Remote): Remote => ({
    ...server,
    pull: (...question) => {
      asked.times += 1;
      if (asked.times > pulls) return server.pull(...question);
      return new Promise((_, reject) => {
        asked.refuse = (reason) => reject(new RemoteFailure(reason));
      });
    },
  });
  return { asked, change };
}

/** A server that fails for this reason until `healed`, and asks to wait for so many milliseconds. */
export function failing(reason: RemoteReason, waitMs = 0) {
  const health = { healed: false, asked: 0 };
  const change = (server: Remote): Remote => ({
    ...server,
    pull: async (...question) => {
      health.asked += 1;
      if (!health.healed) throw new RemoteFailure(reason, null, { waitMs });
      return server.pull(...question);
    },
  });
  return { health, change };
}

export const isIdle = (state: SyncState) => state.phase === 'idle' && state.lastSyncedAt !== null;
