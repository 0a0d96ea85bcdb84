/**
 * A line between a device and the server: so many bytes a second, a latency, and requests that get lost or come late.
 */
import { type HintListener, type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Line {
  isDown: boolean;
  /** Called when the line goes down. */
  readonly whenDown: Set<() => void>;
  bytesPerSecond: number;
  latencyMs: number;
  /** What happens to the next requests, in order. */
  faults: LineFault[];
  /** How many requests were made. */
  asked: number;
  /** The device hears nothing and does nothing. */
  sleepsUntil: number;
}

export const LINE_FAULTS = [
  'ok',
  'lost request',
  'lost reply',
  'late',
  'doubled',
  'busy',
  'defect',
  'server too old',
] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

export const FAST: Pick<Line, 'bytesPerSecond' | 'latencyMs'> = { bytesPerSecond: 1_000_000, latencyMs: 20 };

/** Milliseconds that a request may take, and by which a late one is late. */
const PATIENCE = { push: 30_000, pull: 60_000, other: 15_000 };

export function newLine(): Line {
  return { isDown: false, whenDown: new Set(), ...FAST, faults: [], asked: 0, sleepsUntil: 0 };
}

export function goDown(line: Line): void {
  line.isDown = true;
  for (const report of line.whenDown) report();
}

export function throughLine(server: Remote, line: Line, time: VirtualTime): Remote {
  async function carry<T>(request: unknown, call: () => Promise<T>, patience: number): Promise<T> {
    line.asked += 1;
    if (line.isDown) throw new RemoteFailure('offline');
    const fault = line.faults.shift() ?? 'ok';
    if (fault === 'busy') throw new RemoteFailure('retryable', '40001');
    if (fault === 'defect') throw new RemoteFailure('server', 'XX000');
    if (fault === 'server too old') throw new RemoteFailure('server_outdated', 'PT426');
    const answered = journey(line, time, fault, request, call);
    const tooLate = time.wait(patience).then(() => {
      throw new RemoteFailure('offline', 'timeout');
    });
    tooLate.catch(() => {});
    try {
      return await Promise.race([answered, tooLate]);
    } finally {
      // A device that sleeps notices nothing before it wakes.
      if (line.sleepsUntil > time.now) await time.wait(line.sleepsUntil - time.now);
    }
  }
  return {
    push: (user, mutations) => carry(mutations, () => server.push(user, mutations), PATIENCE.push),
    pull: (user, cursors, limit) => carry(cursors, () => server.pull(user, cursors, limit), PATIENCE.pull),
    heads: () => carry('', () => server.heads(), PATIENCE.other),
    sums: () => carry('', () => server.sums(), PATIENCE.pull),
    sendInvitation: (user, id, draft) => carry(draft, () => server.sendInvitation(user, id, draft), PATIENCE.push),
    resendInvitation: (user, id, invitation) =>
      carry(invitation, () => server.resendInvitation(user, id, invitation), PATIENCE.push),
    subscribe: (user, listener) => listening(server, user, listener, line, time),
  };
}

async function journey<T>(
  line: Line,
  time: VirtualTime,
  fault: LineFault,
  request: unknown,
  call: () => Promise<T>,
): Promise<T> {
  const travel = (what: unknown) =>
    time.wait(line.latencyMs + (1000 * JSON.stringify(what).length) / line.bytesPerSecond);
  await travel(request);
  if (fault === 'lost request') return new Promise<T>(() => {});
  if (fault === 'late') await time.wait(2 * PATIENCE.pull);
  if (fault === 'doubled') await call();
  const answer = await call();
  if (fault === 'lost reply') return new Promise<T>(() => {});
  await travel(answer);
  return answer;
}

/** Milliseconds between two attempts to join the channel of hints. */
const REJOIN_MS = 5000;

/** Hints travel, too. On a line that is down, or to a device that sleeps, they are lost. */
function listening(server: Remote, user: string, listener: HintListener, line: Line, time: VirtualTime): () => void {
  const isDeaf = () => line.isDown || line.sleepsUntil > time.now;
  let stopWaiting = () => {};
  const join = () => {
    if (isDeaf()) stopWaiting = time.after(REJOIN_MS, join);
    else listener.joined();
  };
  const lose = () => {
    listener.down();
    stopWaiting();
    stopWaiting = time.after(REJOIN_MS, join);
  };
  line.whenDown.add(lose);
  const stop = server.subscribe(user, {
    hint: (hint) => void time.after(line.latencyMs, () => !isDeaf() && listener.hint(hint)),
    joined: () => {
      stopWaiting = time.after(line.latencyMs, join);
    },
    down: () => listener.down(),
  });
  return () => {
    stop();
    stopWaiting();
    line.whenDown.delete(lose);
  };
}
