/**
 * When to sync. The loop knows nothing of rows: it decides when a cycle runs and writes the state row.
 *
 *            local change, hint, poll, held entry due, wake
 *   ┌──────┐ ─────────────────────────────────────────────▶ ┌─────────┐
 *   │ idle │                                                │ syncing │ ◀┐ cut by the time budget,
 *   └──────┘ ◀───────────────────── done ────────────────── └─────────┘ ─┘ or something new came meanwhile
 *                                                             │  │  │
 *        ┌────────── offline, retryable, server, malformed ───┘  │  └── upgrade_required ──┐
 *        ▼                                                       ▼                         ▼
 *   ┌──────────────────┐                     unauthorized ┌────────────┐      ┌──────────────────┐
 *   │ offline, waiting │                 or other's user  │ signed_out │      │ upgrade_required │
 *   └──────────────────┘                                  └────────────┘      └──────────────────┘
 *     back to syncing by the                                back to syncing when the session was renewed, by wake(),
 *     back-off's timer, a hint (but S33), reachable         or when the app is started anew; but for another user's
 *     again, the session renewed, wake()                    session also when reachable again
 */
import type { Database } from '#store/database';
import { hasInFlight, hasSendable, nextHeld } from '#store/sending';
import { storageReason } from '#store/storage-failure';
import { readSyncState, type SyncFailure, type SyncState, writeSyncState } from '#store/sync-state';
import { askedWait, backOff } from './back-off.ts';
import { runCycle } from './cycle.ts';
import type { Environment } from './environment.ts';
import { Hints } from './hints.ts';
import { whenOutboxChanges } from './outbox-changes.ts';
import { type Remote, RemoteFailure } from './remote.ts';

/**
 * Lets entries that are made together travel together, and lets the screen show them first: with 5 ms, sending an entry got in
 * the way of drawing it (median 38 ms instead of 23 from Add to the row in sight, at 100,000 rows).
 */
const DEBOUNCE_MS = 50;
/** Lets the hints of one change come together; what somebody else entered should not wait. */
const HINT_DEBOUNCE_MS = 10;
const CYCLE_BUDGET_MS = 15_000;
/** How often heads are asked for: while hints come, only in case one was lost. */
const POLL_MS = { joined: 5 * 60_000, down: 30_000 };
/** Entries in flight between two cycles are another tab's; when it has not got their answer by then, it may be gone. */
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
  /** Something came up during the running cycle. */
  #again = false;
  /** The running cycle was told that nothing stands in the way any more: should it fail, that was the past. */
  #resumed = false;
  /** The session was renewed while the cycle ran: that it was refused may be of the time before. */
  #renewed = false;
  /** The server asked to be left alone until the next cycle. */
  #leftAlone = false;
  #paused: SyncFailure | null = null;
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
        // A session that could not be renewed for want of a network is refused like one that has ended; and a server that was
        // behind the app may have been brought up to date.
        if (this.#paused !== 'forbidden_user') this.#paused = null;
        this.#resume();
      }),
      whenOutboxChanges(this.#db, () => this.#lookForEntries()),
      // It may have been emptied, too (S30).
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

  /** Syncs now, whatever stood in the way. */
  wake(): void {
    this.#paused = null;
    this.#resume();
  }

  /**
   * The session was renewed. Where nothing waits for that, nothing is done: a cycle renews sessions itself, and would end in
   * another.
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

  /** Looks whether anything is to be sent, but not before what was entered is on the screen. */
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

  /** Runs a cycle after `delay` milliseconds, unless one is to run sooner. */
  #run(delay: number, poll = false): void {
    if (this.#stopped || this.#paused) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    const now = this.#environment.now();
    const dueAt = now + delay;
    // A timer that is due and has not run waits for a moment before the clock was set forward, or the device slept.
    if (this.#dueAt !== null && this.#dueAt >= now && this.#dueAt <= dueAt) return;
    this.#cancelTimer();
    this.#dueAt = dueAt;
    this.#cancelTimer = this.#environment.after(delay, () => void this.#sync(poll));
  }

  /** Plans the next cycle: for what may be sent now, for what is held back, or else a look at the heads. */
  async #plan(delay = DEBOUNCE_MS): Promise<void> {
    const now = this.#environment.now();
    if (await hasSendable(this.#db, new Date(now))) return this.#run(delay);
    const held = await nextHeld(this.#db, new Date(now));
    const due = held === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(held) - now);
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
    this.#renewed = false;
    this.#leftAlone = false;
    this.#dueAt = null;
    try {
      await this.#note({ phase: 'syncing', retryAt: null });
      const outcome = await this.#environment.exclusively(() => this.#cycle(poll));
      this.#failures = 0;
      await this.#note({ phase: 'idle', lastSyncedAt: this.#at(0), lastError: null });
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
    // What was to be pulled is still to be pulled.
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
    // All devices that were asked for the same wait shall not come back at once.
    const delay = asked + (this.#resumed ? 0 : backOff(this.#failures, this.#environment.random));
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

  /** The state row is for people; that it could not be written must not stop the loop. */
  async #note(change: Partial<SyncState>): Promise<void> {
    try {
      const wanted = { ...change, hints: this.#hinted };
      const state = await readSyncState(this.#db);
      const same = Object.entries(wanted).every(([name, value]) => Object.is(Reflect.get(state, name), value));
      if (!same) await writeSyncState(this.#db, wanted);
    } catch (failure) {
      this.#environment.report(failure);
    }
  }
}

/** When the browser has closed the database, which the next access opens again. */
function whenClosed(db: Database, report: () => void): () => void {
  db.on('close', report);
  return () => db.on('close').unsubscribe(report);
}
