/** One mutation at work in the in-memory server. */
import type { TransactionRow } from '#domain/rows';
import type { Refusal, Verdict } from '#domain/verdicts';
import type { Rows, State, TableName } from './state.ts';

export class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

type Superseded = Omit<Extract<Verdict, { status: 'superseded' }>, 'id' | 'status' | 'versions'>;

/** Rules that a test takes away to show what they are for. */
export interface Guards {
  ledger: boolean;
  before: boolean;
}

/** One mutation at work: writes rows under new numbers and can take everything back. */
export class Work {
  readonly state: State;
  readonly userId: string;
  readonly editedAt: string;
  readonly versions: Record<string, number> = {};
  superseded: Superseded | null = null;
  readonly #undo: (() => void)[] = [];

  readonly guards: Guards;

  constructor(state: State, userId: string, editedAt: string, guards: Guards) {
    this.guards = guards;
    this.state = state;
    this.userId = userId;
    this.editedAt = editedAt;
  }

  get email(): string {
    return this.state.users.get(this.userId)?.email ?? '';
  }

  /** The next number of the account's log. */
  number(accountId: string): number {
    let log = this.state.logs.get(accountId);
    if (!log) {
      log = { version: 0, floor: 0, removals: [] };
      this.state.logs.set(accountId, log);
    }
    log.version += 1;
    this.versions[accountId] = log.version;
    return log.version;
  }

  write<T extends TableName>(table: T, row: Rows[T]): void {
    this.#put(this.state.tables[table], row.id, row);
  }

  erase(table: TableName, id: string): void {
    this.#put<string, unknown>(this.state.tables[table], id, undefined);
  }

  clock(key: string, version: number): void {
    const known = this.state.clocks.get(key);
    const at = known && known.at > this.editedAt ? known.at : this.editedAt;
    this.#put(this.state.clocks, key, { at, version });
  }

  /** Notes that this writer, too, meant the value that stands. */
  raiseClock(key: string): void {
    this.clock(key, this.state.clocks.get(key)?.version ?? 0);
  }

  /** What these budgets cover has changed: their members start the scope anew. */
  regrantWhere(isMeant: (budget: Rows['budgets']) => boolean): void {
    for (const budget of this.state.tables.budgets.values()) if (isMeant(budget)) this.#regrant(budget.id);
  }

  #regrant(budgetId: string): void {
    for (const row of this.state.tables.memberships.values()) {
      if (row.budgetId !== budgetId) continue;
      const key = `budget:${budgetId} ${row.userId}`;
      this.#put(this.state.grants, key, (this.state.grants.get(key) ?? 0) + 1);
    }
  }

  remove(
    accountId: string,
    version: number,
    what: { kind: 'category' | 'budget' | 'membership' | 'transaction'; id: string; date: string | null },
    gone: { account: boolean; views: string[]; row: TransactionRow | null },
  ): void {
    const log = this.state.logs.get(accountId);
    if (!log) return;
    const removal = { version, ...what, ...gone, by: this.email };
    log.removals.push(removal);
    this.#undo.push(() => log.removals.splice(log.removals.indexOf(removal), 1));
  }

  takeBack(): void {
    for (const undo of this.#undo.reverse()) undo();
  }

  #put<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    const had = map.has(key);
    const before = map.get(key);
    if (value === undefined) map.delete(key);
    else map.set(key, value);
    this.#undo.push(() => {
      if (had && before !== undefined) map.set(key, before);
      else map.delete(key);
    });
  }
}
