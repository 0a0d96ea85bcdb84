/**
 * A person of the mixed load: two devices, an account of their own, and one that they share with another person. Does
 * one thing after the other, with pauses. Remembers what the server said that it took.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import type { Verdict } from '#domain/mutations/verdicts';
import { LoadDevice } from './load-device.ts';
import type { LoadPerson } from './load-people.ts';
import { insertOf, type LoadRow } from './load-pushes.ts';

/** The mean of the pauses between two things that a person does. */
const PAUSE_MS = 10_000;
const IMPORTED = 100;

const WORK = [
  'enter one',
  'change one',
  'delete one',
  'import a hundred',
  'open a new device',
  'sign in with a password',
] as const;
type Work = (typeof WORK)[number];

/** Of a hundred things that people do, so many are of each kind. */
const SHARES: Record<Work, number> = {
  'enter one': 58,
  'change one': 16,
  'delete one': 8,
  'import a hundred': 4,
  'open a new device': 8,
  'sign in with a password': 6,
};
const KINDS = WORK.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind));

export type Reached = { url: string; anonKey: string };
export type Deed = Work | 'sync_heads' | 'seen on the other device';
/** Called with each thing that was done, and how many milliseconds the server took. */
export type Note = (what: Deed, ms: number) => void;

export class LoadMember {
  readonly writer: LoadDevice;
  readonly reader: LoadDevice;
  /** The rows that this person entered and that stand, by what the server answered. */
  readonly told = new Map<string, LoadRow>();
  readonly #reached: Reached;
  readonly #accounts: readonly string[];
  readonly #password: string;
  readonly #note: Note;

  constructor(reached: Reached, options: { person: LoadPerson; password: string; accounts: string[]; note: Note }) {
    const { person, password, accounts, note } = options;
    this.#reached = reached;
    this.#accounts = accounts;
    this.#password = password;
    this.#note = note;
    this.writer = this.#device(person);
    this.reader = this.#device(person);
  }

  async connect(): Promise<void> {
    await this.writer.connect();
    await this.reader.connect();
  }

  disconnect(): void {
    this.writer.disconnect();
    this.reader.disconnect();
  }

  /** Lives until `end` (performance.now()). Resolves when the last thing was decided on. */
  async live(end: number): Promise<void> {
    for (;;) {
      const pause = -Math.log(1 - Math.random()) * PAUSE_MS;
      await delay(Math.min(pause, Math.max(0, end - performance.now())));
      if (performance.now() >= end) return;
      this.#note('sync_heads', await this.writer.askHeads());
      const kind = anyOf(KINDS);
      const start = performance.now();
      if (await this.#do(kind)) this.#note(kind, performance.now() - start);
    }
  }

  /** Resolves with false when there was nothing to do. */
  async #do(kind: Work): Promise<boolean> {
    switch (kind) {
      case 'enter one':
        await this.#enter(1);
        return true;
      case 'import a hundred':
        await this.#enter(IMPORTED);
        return true;
      case 'change one':
      case 'delete one':
        return this.#change(kind === 'delete one');
      case 'open a new device':
        await this.#device(this.writer.person).pull();
        return true;
      case 'sign in with a password':
        return this.#signIn();
    }
  }

  async #enter(count: number): Promise<void> {
    const accountId = anyOf(this.#accounts);
    const rows = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      row: { accountId, cents: anyCents() },
    }));
    const start = performance.now();
    const [first] = rows;
    const seen = first && this.reader.sees(first.id);
    expectApplied(await this.writer.push(rows.map(({ id, row }) => insertOf(id, row))));
    for (const { id, row } of rows) this.told.set(id, row);
    // Who goes on meanwhile does not wait for it.
    void seen?.then((at) => this.#note('seen on the other device', at - start));
  }

  async #change(toDelete: boolean): Promise<boolean> {
    // A person changes what is on their screen.
    const mine = [...this.told].filter(([id, { cents }]) => this.writer.rows.get(id)?.cents === cents);
    if (mine.length === 0) return false;
    const [id, { accountId, cents }] = anyOf(mine);
    const about = { table: 'transactions', id, seen: this.writer.seen(accountId) } as const;
    const amount = cents + 1;
    const operation = toDelete
      ? ({ kind: 'delete', ...about } as const)
      : ({ kind: 'patch', ...about, before: { amount: cents }, after: { amount } } as const);
    expectApplied(await this.writer.push([operation]));
    if (toDelete) this.told.delete(id);
    else this.told.set(id, { accountId, cents: amount });
    return true;
  }

  async #signIn(): Promise<boolean> {
    const { url, anonKey } = this.#reached;
    const auth = { persistSession: false, autoRefreshToken: false };
    const client = createClient(url, anonKey, { auth });
    const { email } = this.writer.person;
    const { error } = await client.auth.signInWithPassword({ email, password: this.#password });
    // While strangers guess passwords, the server may be full of them; and it may be down.
    if (error && error.status !== 429 && error.name !== 'AuthRetryableFetchError') throw error;
    return error === null;
  }

  #device(person: LoadPerson): LoadDevice {
    return new LoadDevice(this.#reached.url, this.#reached.anonKey, person);
  }
}

const anyCents = () => 1 + Math.floor(Math.random() * 100_000);

function anyOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

function expectApplied(verdict: Verdict | undefined): void {
  if (verdict?.status !== 'applied') throw new Error(`not taken: ${JSON.stringify(verdict)}`);
}
