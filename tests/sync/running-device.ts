/** A device whose engine runs by a clock that the test moves, and servers that do not answer it as they should. */
import { onTestFinished } from 'vitest';
import { readSyncState, type SyncState } from '#store/sync-state';
import type { Environment } from '../../sync/environment.ts';
import { startSync } from '../../sync/index.ts';
import { type Remote, RemoteFailure, type RemoteReason } from '../../sync/remote.ts';
import { FakeServer } from './fake-server.ts';
import { ANNA, START } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';

/** Its timers that are due fire when the clock is moved. */
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
  /** Sets the clock; how long timers still have to wait does not change by that. */
  function setClock(milliseconds: number): void {
    time += milliseconds;
    for (const timer of timers.values()) timer.at += milliseconds;
  }
  /** Moves the clock, by a millisecond a look from then on, and waits until the state row says what is expected. */
  async function until(milliseconds: number, isReached: (state: SyncState) => boolean): Promise<SyncState> {
    time += milliseconds;
    let state = await readSyncState(device.db);
    for (let round = 0; round < 1000; round++) {
      time += 1;
      runDue();
      state = await readSyncState(device.db);
      if (isReached(state)) return state;
    }
    throw new Error(`never reached; ${JSON.stringify(state)}`);
  }
  return { server, device, sync, until, setClock, reachable, timers, now };
}

/** A server that lets the first pull wait until the test refuses it, and answers from then on. */
export function hanging() {
  const asked = { times: 0, refuse: (_: RemoteReason) => {} };
  const change = (server: Remote): Remote => ({
    ...server,
    pull: (...question) => {
      asked.times += 1;
      if (asked.times > 1) return server.pull(...question);
      return new Promise((_, reject) => {
        asked.refuse = (reason) => reject(new RemoteFailure(reason));
      });
    },
  });
  return { asked, change };
}

/** A server that fails for this reason until `healed`, and asks to be left alone for so many milliseconds. */
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
