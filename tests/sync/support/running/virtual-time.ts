/**
 * Time that passes only when a test lets it pass. Timers, lines and clocks of all devices run by it, so the same
 * history always ends the same. Between two moments everything that needs no time comes to its end: promises and the
 * database.
 */
import type { WorldClock } from '../simulation/seat.ts';

interface Timer {
  at: number;
  /** Timers of the same moment fire in the order in which they were set. */
  turn: number;
  run: () => void;
}

/** More turns of the event loop than anything without a timer takes between two of its database requests. */
const QUIET_TURNS = 3;

export class VirtualTime implements WorldClock {
  now: number;
  #turns = 0;
  readonly #timers = new Set<Timer>();

  constructor(start: number) {
    this.now = start;
  }

  /** Calls `run` after so many milliseconds, unless the returned function is called before. */
  after(delay: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, delay), turn: ++this.#turns, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  wait(delay: number): Promise<void> {
    return new Promise((resolve) => this.after(delay, resolve));
  }

  /** Lets so many milliseconds pass, with everything that is due in them. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    await comeToRest();
    for (let timer = this.#next(until); timer; timer = this.#next(until)) {
      this.#timers.delete(timer);
      this.now = Math.max(this.now, timer.at);
      timer.run();
      await comeToRest();
    }
    this.now = until;
  }

  /** Lets time pass until the promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const state = { isOpen: true };
    const settle = () => {
      state.isOpen = false;
    };
    promise.then(settle, settle);
    await comeToRest();
    for (let timer = this.#next(Number.POSITIVE_INFINITY); state.isOpen && timer; ) {
      this.#timers.delete(timer);
      this.now = Math.max(this.now, timer.at);
      timer.run();
      await comeToRest();
      timer = this.#next(Number.POSITIVE_INFINITY);
    }
    return promise;
  }

  #next(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      const isSooner = !next || timer.at < next.at || (timer.at === next.at && timer.turn < next.turn);
      if (timer.at <= until && isSooner) next = timer;
    }
    return next;
  }
}

/** The database in memory does each of its steps in a turn of the event loop. */
async function comeToRest(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await new Promise(setImmediate);
    quiet = process.getActiveResourcesInfo().includes('Immediate') ? 0 : quiet + 1;
  }
}
