/**
 * Decides when a cycle runs, and writes the state row. The loop knows nothing of rows. `SPEC.md` draws the states,
 * under "When the loop runs".
 */
import type { Database } from '#store/database/database';
import { storageReason } from '#store/database/storage-failure';
import { readSyncState, type SyncFailure, type SyncState, writeSyncState } from '#store/database/sync-state';
import { hasInFlight, hasSendable, nextDelayed } from '#store/outbox/sending';
import { askedWait, backOff } from './back-off.ts';
import { runCycle } from './cycle.ts';
import type { Environment } from './environment.ts';
import { Hints } from './hints.ts';
import { whenOutboxChanges } from './outbox-changes.ts';
import { type Remote, RemoteFailure } from './remote.ts';

/**
 * Milliseconds before new entries are sent. Entries that are made together travel together, and the screen shows them
 * first. With 5 ms, sending an entry delayed its drawing: median 38 ms instead of 23 from Add to the row in sight, at
 * 100,000 rows.
 */
const DEBOUNCE_MS = 50;
/** Milliseconds in which the hints of one change come together. Other people's entries should not wait longer. */
const HINT_DEBOUNCE_MS = 10;
const CYCLE_BUDGET_MS = 15_000;
/** Milliseconds between two requests for the heads (S20c). While hints come, one of them may still be lost. */
const POLL_MS = { joined: 5 * 60_000, down: 30_000 };
/** Milliseconds after which entries that another tab left in flight are sent again: that tab may be gone. */
const STRANDED_MS = 10_000;

export class Loop {
  readonly #db: Database;
  readonly #remote: Remote;
  readonly #environment: Environment;
  readonly #hints = new Hints();
  readonly #stops: (() => void)[] = [];
  #cancelTimer = () => {};
  #cancelLook: (() => void) | null = null;
  #dueAt: number | null = null;
  #hinted: SyncState['hints'] = 'down';
  #failures = 0;
  #running = false;
  /** A reason for another cycle came during the running one. */
  #again = false;
  /**
   * Something that skips the wait came during the running cycle. If the cycle fails, another one starts at once (S22c).
   */
  #resumed = false;
  /** A hint came during the running cycle, so the server is up. A failed cycle need not wait (S22c). */
  #heard = false;
  /** The session was renewed while the cycle ran. A refusal may concern the session before (S22e). */
  #renewed = false;
  /** The server asked to wait until the next cycle (S33). */
  #leftAlone = false;
  #paused: SyncFailure | null = null;
  /** Settles when the state row says what it should. */
  #noted = Promise.resolve();
  #stopped = false;

  constructor(db: Database, remote: Remote, environment: Environment) {
    this.#db = db;
    this.#remote = remote;
    this.#environment = environment;
  }

  start(): void {
    this.#stops.push(
      this.#remote.subscribe(this.#db.userId, {
        hint: (hint) => {
          this.#hints.add(hint);
          this.#heard = true;
          if (!this.#leftAlone) this.#run(HINT_DEBOUNCE_MS);
        },
        joined: () => {
          this.#hinted = 'joined';
          this.wake();
        },
        down: () => {
          this.#hinted = 'down';
          this.#lookForEntries();
        },
      }),
      this.#environment.whenReachable(() => {
        // Without a network a session could not be renewed, and the app may have been updated meanwhile
        // (S23b).
        if (this.#paused !== 'forbidden_user') this.#paused = null;
        this.#resume();
      }),
      whenOutboxChanges(this.#db, () => this.#lookForEntries()),
      // The browser may have emptied it, too (S30).
      whenClosed(this.#db, () => this.#resume()),
    );
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
    this.#forgetLook();
    for (const stop of this.#stops) stop();
  }

  /** Syncs now, also after a stop or during a wait. */
  wake(): void {
    this.#paused = null;
    this.#resume();
  }

  /**
   * Call it after the session was renewed. Without anything that waits for it, nothing happens (S23c): cycles renew
   * sessions themselves, and each would start another one.
   */
  renewed(): void {
    if (this.#running) this.#renewed = true;
    else if (this.#paused || (this.#failures > 0 && !this.#leftAlone)) this.wake();
  }

  #resume(): void {
    this.#failures = 0;
    this.#resumed = true;
    this.#hints.addEverything();
    this.#run(0);
  }

  /** Looks for entries to send, after the screen has shown them. */
  #lookForEntries(): void {
    if (this.#running) this.#again = true;
    else if (this.#mayPlan()) this.#cancelLook ??= this.#environment.after(DEBOUNCE_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    this.#cancelLook = null;
    try {
      await this.#plan(0);
    } catch (failure) {
      this.#environment.report(failure);
    }
  }

  #mayPlan(): boolean {
    return this.#failures === 0 && !this.#paused && !this.#stopped;
  }

  #forgetLook(): void {
    this.#cancelLook?.();
    this.#cancelLook = null;
  }

  /** Runs a cycle after `delay` milliseconds, unless another one is due sooner. */
  #run(delay: number, poll = false): void {
    if (this.#stopped || this.#paused) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    const now = this.#environment.now();
    const dueAt = now + delay;
    // A timer may be overdue: the clock was set forward, or the device slept. Such a timer is replaced.
    if (this.#dueAt !== null && this.#dueAt >= now && this.#dueAt <= dueAt) return;
    this.#cancelTimer();
    this.#dueAt = dueAt;
    this.#cancelTimer = this.#environment.after(delay, () => void this.#sync(poll));
  }

  /** Plans the next cycle: for entries that may go now, for delayed entries, or else to ask for the heads. */
  async #plan(delay = DEBOUNCE_MS): Promise<void> {
    const now = this.#environment.now();
    if (await hasSendable(this.#db, new Date(now))) return this.#run(delay);
    const delayed = await nextDelayed(this.#db, new Date(now));
    const due = delayed === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(delayed) - now);
    const stranded = (await hasInFlight(this.#db)) ? STRANDED_MS : Number.POSITIVE_INFINITY;
    const poll = POLL_MS[this.#hinted];
    if (Math.min(due, stranded) < poll) this.#run(Math.min(due, stranded));
    else this.#run(poll, true);
  }

  async #sync(poll: boolean): Promise<void> {
    this.#running = true;
    this.#forgetLook();
    this.#again = false;
    this.#resumed = false;
    this.#heard = false;
    this.#renewed = false;
    this.#leftAlone = false;
    this.#dueAt = null;
    try {
      // Nothing waits for this: while an import is written, it would take as long as a slice of that.
      const noted = this.#note({ phase: 'syncing', retryAt: null });
      const outcome = await this.#environment.exclusively(() => this.#cycle(poll)).finally(() => noted);
      this.#failures = 0;
      // A cycle whose time was up has left something, so it does not count as a sync (S21d).
      const ended = outcome === 'done' && ({ phase: 'idle', lastSyncedAt: this.#at(0) } as const);
      await this.#note({ ...ended, lastError: null });
      this.#running = false;
      await this.#afterwards(outcome);
    } catch (failure) {
      this.#running = false;
      await this.#fail(failure);
    }
  }

  #cycle(poll: boolean): Promise<'done' | 'cut'> {
    const { now } = this.#environment;
    return runCycle({
      db: this.#db,
      remote: this.#remote,
      now,
      deadline: now() + CYCLE_BUDGET_MS,
      wantsPull: async (decided) => {
        if (poll) await this.#hints.ask(this.#db, this.#remote);
        const hinted = await this.#hints.take(this.#db);
        return hinted || decided > 0;
      },
    });
  }

  async #afterwards(outcome: 'done' | 'cut'): Promise<void> {
    if (outcome === 'cut') this.#hints.addEverything();
    const hinted = this.#again && this.#hints.waiting;
    if (outcome === 'cut' || hinted) this.#run(0);
    else await this.#plan();
  }

  async #fail(failure: unknown): Promise<void> {
    if (this.#stopped) return;
    // The pull is still to be done.
    this.#hints.addEverything();
    const reason: SyncFailure = failure instanceof RemoteFailure ? failure.reason : storageReason(failure);
    if (reason === 'storage') this.#environment.report(failure);
    const final = reason === 'unauthorized' || reason === 'forbidden_user' || reason === 'upgrade_required';
    if (final && !this.#resumed && !this.#renewed) {
      this.#paused = reason;
      const phase = reason === 'upgrade_required' ? reason : 'signed_out';
      return this.#note({ phase, lastError: reason, retryAt: null });
    }
    this.#failures += 1;
    const asked = failure instanceof RemoteFailure ? askedWait(failure.waitMs) : 0;
    this.#leftAlone = asked > 0;
    // The back-off is added, so that devices with the same wait do not come back at once.
    const delay = asked + (this.#resumed || this.#heard ? 0 : backOff(this.#failures, this.#environment.random));
    this.#run(delay);
    await this.#note({
      phase: reason === 'offline' ? 'offline' : 'waiting',
      lastError: reason,
      retryAt: this.#at(delay),
    });
  }

  #at(delay: number): string {
    return new Date(this.#environment.now() + delay).toISOString();
  }

  /**
   * Writes the state row, in the order of the calls: a cycle may start while the end of the one before is written. The
   * row is for people, so a failure to write it does not stop the loop.
   */
  #note(change: Partial<SyncState>): Promise<void> {
    this.#noted = this.#noted.then(() => this.#write({ ...change, hints: this.#hinted }));
    return this.#noted;
  }

  async #write(wanted: Partial<SyncState>): Promise<void> {
    try {
      const state = await readSyncState(this.#db);
      const same = Object.entries(wanted).every(([name, value]) => Object.is(Reflect.get(state, name), value));
      if (!same) await writeSyncState(this.#db, wanted);
    } catch (failure) {
      this.#environment.report(failure);
    }
  }
}

/** Calls `report` when the browser has closed the database. The next access opens it again (S30a). */
function whenClosed(db: Database, report: () => void): () => void {
  db.on('close', report);
  return () => db.on('close').unsubscribe(report);
}
