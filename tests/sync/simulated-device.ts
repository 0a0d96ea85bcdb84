/** A device: a browser profile's storage that outlives crashes, and the engine's cycle on it. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { type BrowserStorage, Database } from '#store/database';
import { commitIntent } from '#store/intents';
import { MonthBook, pageDirectory, readSums, totalLines } from '#store/ledger';
import { runCycle } from '../../sync/cycle.ts';
import { LIMITS, pullOnce } from '../../sync/pull.ts';
import type { Remote } from '../../sync/remote.ts';
import { dieAfter } from './sudden-death.ts';

export interface Person {
  userId: string;
  userEmail: string;
}

export class SimulatedDevice {
  readonly person: Person;
  readonly now: () => number;
  readonly storage: BrowserStorage;
  limits = LIMITS;
  db: Database;

  constructor(person: Person, now: () => number, storage = { indexedDB: new IDBFactory(), IDBKeyRange }) {
    this.person = person;
    this.now = now;
    this.storage = storage;
    this.db = new Database(person.userId, storage);
  }

  /** Another tab on the same storage. */
  tab(): SimulatedDevice {
    const tab = Object.create(this);
    tab.db = new Database(this.person.userId, this.storage);
    return tab;
  }

  /** A tab that dies, with all that is in memory, when it writes for the `writes`-th time. */
  dyingTab(writes: number): SimulatedDevice {
    const tab = this.tab();
    dieAfter(tab.db, writes);
    return tab;
  }

  /** Everything in memory is gone; what was committed is not. */
  reload(): void {
    this.db.close();
    this.db = new Database(this.person.userId, this.storage);
  }

  commit(operations: Operation[], seen?: TransactionRow[], holdUntil?: Date): Promise<string> {
    const context = { ...this.person, now: new Date(this.now()) };
    return commitIntent(this.db, operations, { ...context, ...(seen && { seen }), ...(holdUntil && { holdUntil }) });
  }

  /** One cycle to its end. */
  async sync(remote: Remote): Promise<void> {
    const options = { db: this.db, remote, now: this.now, deadline: Number.POSITIVE_INFINITY, limits: this.limits };
    await runCycle({ ...options, wantsPull: async () => true });
  }

  /** One question and its answer. */
  pull(remote: Remote): Promise<'more' | 'done'> {
    return pullOnce(this.db, remote, this.now, this.limits);
  }

  /** All transactions of a scope as its user sees them, in the ledger's order. */
  async rows(scope: string): Promise<TransactionRow[]> {
    const months = new Set((await pageDirectory(this.db, scope)).map((page) => page.month));
    const rows: TransactionRow[] = [];
    for (const month of months) rows.push(...(await new MonthBook(this.db, scope, month).all()));
    return rows;
  }

  /** Income minus expenses of a scope in cents, out of its sums. */
  async balance(scope: string): Promise<number> {
    return (await readSums(this.db, scope)).balance;
  }

  /** The same by counting rows; differs from `balance` when sums are wrong. */
  async countedBalance(scope: string): Promise<number> {
    return totalLines(await this.rows(scope)).reduce(
      (sum, line) => sum + (line.type === 'income' ? line.cents : -line.cents),
      0,
    );
  }
}
