/**
 * A device as the server meets it: the sync client's own calls and hints (sync/supabase-remote.ts). It pulls after each
 * hint, one pull at a time. It keeps its cursors and the amounts of its rows in memory, because a thousand devices
 * share one process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Mutation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { type Remote, supabaseRemote } from '#sync';
import { PROTOCOL_VERSION, type PullCursors } from '../../sync/protocol.ts';
import { LIMITS } from '../../sync/pull.ts';
import type { PullResponse } from '../../sync/read-answer.ts';
import { RemoteFailure } from '../../sync/remote.ts';
import type { LoadPerson } from './load-people.ts';
import { insertOf, type LoadRow } from './load-pushes.ts';

export class LoadDevice {
  readonly person: LoadPerson;
  /** The transactions that pulls brought. */
  readonly rows = new Map<string, LoadRow>();
  readonly #client: SupabaseClient;
  readonly #remote: Remote;
  readonly #awaited = new Map<string, (at: number) => void>();
  #cursors: PullCursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  #pulling: Promise<void> | null = null;
  #stale = false;
  #stop: () => void = () => {};

  constructor(url: string, anonKey: string, person: LoadPerson) {
    this.person = person;
    this.#client = createClient(url, anonKey, { accessToken: async () => person.token });
    this.#remote = supabaseRemote(this.#client);
  }

  /** Resolves when hints arrive and everything was pulled once. */
  async connect(onHint: () => void = () => {}): Promise<void> {
    const joined = Promise.withResolvers<void>();
    this.#stop = this.#remote.subscribe(this.person.id, {
      joined: () => {
        joined.resolve();
        void this.pull();
      },
      hint: () => {
        onHint();
        void this.pull();
      },
      down: () => {},
    });
    await joined.promise;
    await this.pull();
  }

  disconnect(): void {
    this.#stop();
    // The server is stopped next, and the client would wait for its answers.
    void this.#client.realtime.disconnect();
  }

  /** Enters one transaction of a cent; resolves when the server has it. */
  async enter(id: string, accountId: string): Promise<void> {
    const verdict = await this.push([insertOf(id, { accountId, cents: 1 })]);
    if (verdict?.status !== 'applied') throw new Error(JSON.stringify(verdict));
  }

  /** Sends one mutation until the server has decided on it, as an outbox does. */
  async push(operations: Mutation['operations']): Promise<Verdict | undefined> {
    const mutation = { id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations };
    const { verdicts } = await patiently(() => this.#remote.push(this.person.id, [mutation]));
    return verdicts[0];
  }

  /** Milliseconds of one request that the server answered. */
  async askHeads(): Promise<number> {
    return patiently(async () => {
      const start = performance.now();
      await this.#remote.heads();
      return performance.now() - start;
    });
  }

  /** The time (performance.now()) when a pull brought the transaction. */
  sees(id: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#awaited.set(id, resolve);
    return promise;
  }

  /** The accounts that the server shows to this device. */
  get accounts(): string[] {
    return Object.keys(this.#cursors.scopes).flatMap((scope) => scope.match(/^account:(.*)$/)?.[1] ?? []);
  }

  /** Up to where this device knows the account. */
  seen(accountId: string): { accountId: string; number: number } {
    return { accountId, number: this.#cursors.scopes[`account:${accountId}`]?.version ?? 0 };
  }

  /** Resolves when everything that the server had when it was called is here. */
  pull(): Promise<void> {
    this.#stale = true;
    this.#pulling ??= this.#pullAll().finally(() => {
      this.#pulling = null;
    });
    return this.#pulling;
  }

  async #pullAll(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      const limit = this.#cursors.epoch === null ? LIMITS.first : LIMITS.later;
      this.#take(await patiently(() => this.#remote.pull(this.person.id, this.#cursors, limit)));
    }
  }

  #take({ epoch, scopes }: PullResponse): void {
    for (const { accountId, reset, removals, transactions, more } of scopes) {
      if (reset) this.#forget(accountId);
      for (const { kind, id } of removals) if (kind === 'transaction') this.rows.delete(id);
      for (const { id, amount } of transactions) {
        this.rows.set(id, { accountId, cents: amount });
        this.#awaited.get(id)?.(performance.now());
        this.#awaited.delete(id);
      }
      this.#stale ||= more;
    }
    const cursors = Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor]));
    this.#cursors = { ...this.#cursors, epoch, scopes: cursors };
  }

  #forget(accountId: string): void {
    for (const [id, row] of this.rows) if (row.accountId === accountId) this.rows.delete(id);
  }
}

/** The server has too much under way for this person. */
const TURNED_AWAY = 'PT429';
const WAIT_MS = 100;
/** A real device waits longer while nothing answers. Here the time until the server is back is measured. */
const DOWN_MS = 250;

/** Asks again after a moment where the server turned the person away, or does not answer, as a real device does. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (failure) {
      await delay(pauseAfter(failure));
    }
  }
}

/** Milliseconds. Throws the failure where asking again would not help. */
function pauseAfter(failure: unknown): number {
  if (!(failure instanceof RemoteFailure)) throw failure;
  if (failure.code === TURNED_AWAY) return failure.waitMs || WAIT_MS;
  if (failure.reason === 'offline' || failure.reason === 'retryable') return failure.waitMs || DOWN_MS;
  throw failure;
}
