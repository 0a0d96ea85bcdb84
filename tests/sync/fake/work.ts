/** One mutation at work in the in-memory server. */

import type { Refusal, Verdict } from '#domain/verdicts';
import type { Removal } from '../../../sync/protocol.ts';
import { mayRead, roleInAccount, roleInBudget } from './access.ts';
import type { Clock, Log, LoggedRemoval, Rows, State, TableName } from './state.ts';

export class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

type Superseded = Pick<Extract<Verdict, { status: 'superseded' }>, 'reason' | 'kept' | 'by'>;

const NEW_LOG: Log = { version: 0, floor: 0, grant: 0, removals: [] };

/** One mutation at work: writes rows under new numbers and can take everything back. */
export class Work {
  readonly state: State;
  readonly userId: string;
  readonly editedAt: string;
  readonly now: string;
  superseded: Superseded | null = null;
  readonly #numbered: Record<string, number> = {};
  readonly #standing: Record<string, number> = {};
  readonly #undo: (() => void)[] = [];

  constructor(state: State, userId: string, editedAt: string, now: string) {
    this.state = state;
    this.userId = userId;
    // Whoever's clock is ahead does not win against the future.
    this.editedAt = editedAt < now ? editedAt : now;
    this.now = now;
  }

  /** The last number taken in each account, or that of a row which was as wanted already. */
  get versions(): Record<string, number> {
    return { ...this.#standing, ...this.#numbered };
  }

  email(userId: string | null): string | null {
    return this.state.users.get(userId ?? '')?.email ?? null;
  }

  /** Of two moments, the earlier: nothing was made after now. */
  past(at: string): string {
    return at < this.now ? at : this.now;
  }

  /** The next number of the account's log. */
  number(accountId: string): number {
    const log = this.state.logs.get(accountId);
    if (!log) throw new Refused('reference');
    const version = log.version + 1;
    this.#put(this.state.logs, accountId, { ...log, version });
    this.#numbered[accountId] = version;
    return version;
  }

  /** The log of an account that is made, or made again under its old id. */
  openLog(accountId: string): void {
    const { version, grant } = this.state.logs.get(accountId) ?? NEW_LOG;
    this.#put(this.state.logs, accountId, { version, floor: version, grant: grant + 1, removals: [] });
  }

  /** Tells that a row of this number is already as wanted. */
  stands(accountId: string, version: number): void {
    this.#standing[accountId] = version;
  }

  write<T extends TableName>(table: T, row: Rows[T]): void {
    this.#put(this.state.tables[table], row.id, row);
  }

  erase(table: TableName, id: string): void {
    this.#put<string, unknown>(this.state.tables[table], id, undefined);
    this.#put(this.state.clocks, id, undefined);
  }

  writeInvitation(row: State['invitations'] extends Map<string, infer Row> ? Row : never): void {
    this.#put(this.state.invitations, row.id, row);
  }

  eraseInvitation(id: string): void {
    this.#put(this.state.invitations, id, undefined);
  }

  grant(membershipId: string): void {
    this.#put(this.state.grants, membershipId, (this.state.grants.get(membershipId) ?? 0) + 1);
  }

  /** What these budgets cover has changed: their members start the scope anew. */
  regrantWhere(isMeant: (budget: Rows['budgets']) => boolean): void {
    for (const row of this.state.tables.memberships.values()) {
      const budget = this.state.tables.budgets.get(row.budgetId ?? '');
      if (budget && isMeant(budget)) this.grant(row.id);
    }
  }

  /** Notes that these field groups of the row were written now, under this number. */
  stamp(id: string, groups: Iterable<string>, version: number): void {
    const clocks: Record<string, Clock> = { ...this.state.clocks.get(id) };
    for (const group of groups) {
      const known = clocks[group]?.at ?? '';
      clocks[group] = { at: known > this.editedAt ? known : this.editedAt, by: this.userId, version };
    }
    this.#put(this.state.clocks, id, clocks);
  }

  remove(
    accountId: string,
    version: number,
    what: Omit<Removal, 'version'>,
    views: (string | null)[] = [null],
    creator: Pick<Rows['transactions'], 'userId' | 'userEmail'> = { userId: null, userEmail: null },
  ): void {
    const log = this.state.logs.get(accountId);
    if (!log) return;
    const creation = { createdBy: creator.userId, createdByEmail: creator.userEmail };
    const removals = views.map((view): LoggedRemoval => ({ version, ...what, view, by: this.userId, ...creation }));
    this.#put(this.state.logs, accountId, { ...log, removals: [...log.removals, ...removals] });
  }

  /** The last removal of the row that the user may know of, and its account. */
  findRemoval(id: string): (LoggedRemoval & { accountId: string }) | undefined {
    const found: (LoggedRemoval & { accountId: string })[] = [];
    for (const [accountId, { removals }] of this.state.logs) {
      const hasAccount = roleInAccount(this.state, this.userId, accountId) !== null;
      for (const removal of removals) {
        const isMine = removal.kind === 'account' && removal.createdBy === this.userId;
        const isVisible = removal.view === null ? hasAccount : roleInBudget(this.state, this.userId, removal.view);
        if (removal.id === id && (isMine || isVisible)) found.push({ ...removal, accountId });
      }
    }
    return found.sort((a, b) => a.version - b.version).at(-1);
  }

  /** A row that stands and that the user may see. */
  readable<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    const row = this.state.tables[table].get(id);
    return row && mayRead(this.state, this.userId, table, row) ? row : undefined;
  }

  /** Decides on an operation that finds no row: refused silently is not a verdict. Returns what is known of its removal. */
  untouched(id: string, isReadable: boolean): LoggedRemoval {
    if (isReadable) throw new Refused('forbidden');
    const removal = this.findRemoval(id);
    if (!removal) throw new Refused('gone');
    this.stands(removal.accountId, removal.version);
    return removal;
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
