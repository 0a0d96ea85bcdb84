/** What the engine needs from outside besides database and server. Tests pass an environment of their own. */

/** Milliseconds since 1970 on this device's clock. */
export type Moment = number;

export interface Environment {
  now(): Moment;
  /** Uniform in [0, 1). */
  random(): number;
  /** Calls `run` after `delay` milliseconds, unless the returned function is called before. */
  after(delay: number, run: () => void): () => void;
  /** Calls `run` when the device is idle, after `delay` milliseconds or later. The returned function cancels it. */
  whenIdle(delay: number, run: () => void): () => void;
  /** Runs alone among this user's tabs if it can. After a while of waiting it runs without the lock (S21c). */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Calls `report` whenever the device comes online or the app comes to the front. */
  whenReachable(report: () => void): () => void;
  /** Reports a failure that is not the server's: the database's, or a defect. */
  report(failure: unknown): void;
}
