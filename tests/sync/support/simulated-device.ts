/** A device: the storage of a browser profile, which outlives crashes, and the engine's cycle on it. */

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { type BrowserStorage, Database } from '#store/database/database';
import { compareRows, readSums, totalLines } from '#store/ledger/ledger';
import { readScope } from '#store/ledger/many-pages';
import { commitMutation } from '#store/optimistic/mutations';
import { runCycle } from '../../../sync/cycle.ts';
import { LIMITS, pullOnce } from '../../../sync/pull.ts';
import type { Remote } from '../../../sync/remote.ts';
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

  constructor(
    person: Person,
    now: () => number,
    storage: BrowserStorage = { indexedDB: new IDBFactory(), IDBKeyRange },
  ) {
    this.person = person;
    this.now = now;
    this.storage = storage;
    this.db = new Database(person.userId, storage);
  }

  /** Opens another tab on the same storage. */
  tab(): SimulatedDevice {
    const tab = Object.create(this);
    tab.db = new Database(this.person.userId, this.storage);
    return tab;
  }

  /** Opens a tab that dies at its `writes`-th write, with everything in memory. */
  dyingTab(writes: number): SimulatedDevice {
    const tab = this.tab();
    dieAfter(tab.db, writes);
    return tab;
  }

  /** Loses everything in memory, and keeps what was committed. */
  reload(): void {
    this.db.close();
    this.db = new Database(this.person.userId, this.storage);
  }

  commit(operations: Operation[], seen?: TransactionRow[], holdUntil?: Date): Promise<string> {
    const context = { ...this.person, now: new Date(this.now()) };
    return commitMutation(this.db, operations, { ...context, ...(seen && { seen }), ...(holdUntil && { holdUntil }) });
  }

  /** Runs one cycle to its end. */
  async sync(remote: Remote): Promise<void> {
    const options = { db: this.db, remote, now: this.now, deadline: Number.POSITIVE_INFINITY, limits: this.limits };
    await runCycle({ ...options, wantsPull: async () => true });
  }

  /** Sends one pull request and applies its response. */
  pull(remote: Remote): Promise<'more' | 'done'> {
    return pullOnce(this.db, remote, this.now, this.limits);
  }

  /** Returns all transactions of a scope as its user sees them, in the ledger's order. */
  async rows(scope: string): Promise<TransactionRow[]> {
    const pages = await readScope(this.db, scope);
    return pages.flatMap((page) => page.rows).sort(compareRows);
  }

  /** Returns income minus expenses of a scope in cents, from its sums. */
  async balance(scope: string): Promise<number> {
    return (await readSums(this.db, scope)).balance;
  }

  /** Returns the same by counting rows. It differs from `balance` when the sums are wrong. */
  async countedBalance(scope: string): Promise<number> {
    return totalLines(await this.rows(scope)).reduce(
      (sum, line) => sum + (line.type === 'income' ? line.cents : -line.cents),
      0,
    );
  }
}
