/** The environment of the engine in a page of the app. */
import type { Environment } from './environment.ts';
import { lockName, underLock } from './tab-lock.ts';

/** Milliseconds between two pieces of idle work where the browser does not say when it is idle. */
const WITHOUT_IDLE_MS = 1000;

export function browserEnvironment(userId: string): Environment {
  return {
    now: Date.now,
    random: Math.random,
    after(delay, run) {
      const timer = setTimeout(run, delay);
      return () => clearTimeout(timer);
    },
    whenIdle(delay, run) {
      // Safari does not say when it is idle.
      if (!('requestIdleCallback' in window)) return this.after(delay + WITHOUT_IDLE_MS, run);
      let asked = 0;
      const cancel = this.after(delay, () => {
        asked = window.requestIdleCallback(run);
      });
      return () => {
        cancel();
        window.cancelIdleCallback(asked);
      };
    },
    exclusively: (run) => underLock(lockName(userId), run),
    report: (failure) => console.error('sync', failure),
    whenReachable(report) {
      const shown = () => {
        if (document.visibilityState === 'visible') report();
      };
      window.addEventListener('online', report);
      document.addEventListener('visibilitychange', shown);
      return () => {
        window.removeEventListener('online', report);
        document.removeEventListener('visibilitychange', shown);
      };
    },
  };
}
