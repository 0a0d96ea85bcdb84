/** Nothing moved for longer than somebody waits. */
export class Stalled extends Error {
  constructor(seconds: number) {
    super(`Nothing moved for ${seconds} seconds.`);
    this.name = 'Stalled';
  }
}

export type Patience = {
  /** How long nothing may move. 60 seconds unless given. */
  milliseconds?: number;
  /** Ends the work early. */
  signal?: AbortSignal;
};

/** So many looks must find nothing. The clock is not asked, because a machine may sleep. */
const LOOKS = 20;

/**
 * Lets `work` go on for as long as it says that something moves. Otherwise rejects with Stalled, or with the reason of
 * the given signal. The signal that the work gets is aborted then; a part of it that waits for a dead disk or database
 * may never notice.
 */
export async function whileItMoves<Result>(
  { milliseconds = 60_000, signal }: Patience,
  work: (moved: () => void, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let looks = 0;
  const gaveUp = new AbortController();
  const look = () => {
    looks += 1;
    if (looks > LOOKS) gaveUp.abort(new Stalled(Math.round(milliseconds / 1000)));
  };
  const either = signal === undefined ? gaveUp.signal : AbortSignal.any([signal, gaveUp.signal]);
  const timer = setInterval(look, milliseconds / LOOKS);
  const moved = () => {
    looks = 0;
  };
  try {
    return await unlessAborted(either, work(moved, either));
  } finally {
    clearInterval(timer);
  }
}

/** Resolves as `work` does. Rejects with the signal's reason as soon as it is aborted, whether or not `work` ends. */
export function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
