/** What the engine takes from the outside besides database and server, so that tests can be the outside. */

/** Milliseconds since 1970 on this device's clock. */
export type Moment = number;

export interface Environment {
  now(): Moment;
  /** Uniform in [0, 1). */
  random(): number;
  /** Calls `run` after `delay` milliseconds unless the returned function is called before. */
  after(delay: number, run: () => void): () => void;
  /** Calls `run` when the device has nothing better to do, after `delay` milliseconds at the earliest, unless taken back. */
  whenIdle(delay: number, run: () => void): () => void;
  /** Runs alone among this user's tabs if it can; after a while of waiting it runs all the same. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Calls `report` whenever the device believes to be back online or the app comes to the front. */
  whenReachable(report: () => void): () => void;
  /** Told of failures that are none of the server's: the database's, or a defect. */
  report(failure: unknown): void;
}
