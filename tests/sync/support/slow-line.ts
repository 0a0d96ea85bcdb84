/** A line of so many bytes a second, in virtual time. One request after the other goes over it. */
import { type Remote, RemoteFailure } from '../../../sync/remote.ts';

export interface Line {
  clock: { now: number };
  bytesPerSecond: number;
  /** The requests so far, in order. */
  requests: ('push' | 'pull')[];
}

/** Milliseconds of the real time limits: of a push as a whole, and of a pull that makes progress. */
const LIMITS_MS = { push: 30_000, pull: 15 * 60_000 };

export function overLine(remote: Remote, line: Line): Remote {
  let before: Promise<unknown> = Promise.resolve();
  const { clock } = line;
  const bytesOf = (message: unknown) => new TextEncoder().encode(JSON.stringify(message)).length;
  /** Lets `bytes` pass, or as many as the time limit leaves. */
  const carry = (bytes: number, giveUpAt: number) => {
    const end = clock.now + (bytes / line.bytesPerSecond) * 1000;
    clock.now = Math.max(clock.now, Math.min(end, giveUpAt));
    if (end > giveUpAt) throw new RemoteFailure('offline', 'timeout');
  };
  function pass<T>(name: 'push' | 'pull', sent: unknown, call: () => Promise<T>): Promise<T> {
    line.requests.push(name);
    const giveUpAt = clock.now + LIMITS_MS[name];
    const passed = before.then(async () => {
      carry(bytesOf(sent), giveUpAt);
      const answer = await call();
      carry(bytesOf(answer), giveUpAt);
      return answer;
    });
    before = passed.catch(() => {});
    return passed;
  }
  return {
    ...remote,
    push: (userId, mutations) => pass('push', mutations, () => remote.push(userId, mutations)),
    pull: (userId, cursors, limit) => pass('pull', cursors, () => remote.pull(userId, cursors, limit)),
  };
}
