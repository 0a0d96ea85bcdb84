/**
 * A device as the server meets it: the sync client's own calls and hints (sync/supabase-remote.ts). It pulls after each
 * hint, one pull at a time. It keeps its cursors and the ids that it has seen in memory, because a thousand devices
 * share one process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import type { Mutation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { type Remote, supabaseRemote } from '#sync';
import { PROTOCOL_VERSION, type PullCursors } from '../../sync/protocol.ts';
import { LIMITS } from '../../sync/pull.ts';
import { RemoteFailure } from '../../sync/remote.ts';
import type { LoadPerson } from './load-people.ts';

export class LoadDevice {
  readonly person: LoadPerson;
  readonly #remote: Remote;
  readonly #awaited = new Map<string, (at: number) => void>();
  #cursors: PullCursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  #pulling = false;
  #stale = false;
  #stop: () => void = () => {};

  constructor(url: string, anonKey: string, person: LoadPerson) {
    this.person = person;
    this.#remote = supabaseRemote(createClient(url, anonKey, { accessToken: async () => person.token }));
  }

  /** Resolves when hints arrive and everything was pulled once. */
  async connect(onHint: () => void = () => {}): Promise<void> {
    const joined = Promise.withResolvers<void>();
    this.#stop = this.#remote.subscribe(this.person.id, {
      joined: () => joined.resolve(),
      hint: () => {
        onHint();
        void this.#pull();
      },
      down: () => {},
    });
    await joined.promise;
    await this.#pull();
  }

  disconnect(): void {
    this.#stop();
  }

  /** Enters one transaction of a cent; resolves with its id when the server has it. */
  async enter(id: string, accountId: string): Promise<void> {
    const createdAt = new Date().toISOString();
    const row = { id, createdAt, accountId, type: 'expense', amount: 1, date: createdAt.slice(0, 10) } as const;
    const mutation: Mutation = {
      id: crypto.randomUUID(),
      editedAt: createdAt,
      operations: [
        {
          kind: 'insert',
          table: 'transactions',
          row: { ...row, description: 'Coffee', category: 'Food', notes: '', budgetId: null, ...TRANSACTION_DEFAULTS },
        },
      ],
    };
    const { verdicts } = await patiently(() => this.#remote.push(this.person.id, [mutation]));
    if (verdicts[0]?.status !== 'applied') throw new Error(JSON.stringify(verdicts));
  }

  /** The time (performance.now()) when a pull brought the transaction. */
  sees(id: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#awaited.set(id, resolve);
    return promise;
  }

  async #pull(): Promise<void> {
    this.#stale = true;
    if (this.#pulling) return;
    this.#pulling = true;
    while (this.#stale) {
      this.#stale = false;
      const pull = () => this.#remote.pull(this.person.id, this.#cursors, LIMITS.later);
      const { epoch, scopes } = await patiently(pull);
      this.#cursors = {
        ...this.#cursors,
        epoch,
        scopes: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])),
      };
      for (const { id } of scopes.flatMap(({ transactions }) => transactions)) {
        this.#awaited.get(id)?.(performance.now());
        this.#awaited.delete(id);
      }
    }
    this.#pulling = false;
  }
}

const TURNED_AWAY = 'PT429';
const WAIT_MS = 100;

/** Asks again after a moment where the server has too much under way for this person, as a real device does. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (failure) {
      if (!(failure instanceof RemoteFailure) || failure.code !== TURNED_AWAY) throw failure;
      await delay(failure.waitMs || WAIT_MS);
    }
  }
}
