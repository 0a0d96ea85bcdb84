/** The execution of one mutation in the in-memory server. */

import type { Notice } from '#domain/mutations/notices';
import type { Mutation } from '#domain/mutations/operations';
import type { NotTaken, Verdict } from '#domain/mutations/verdicts';
import type { Removal } from '../../../../sync/protocol.ts';
import { mayRead, roleInAccount, roleInBudget } from './access.ts';
import { type Clocks, choosersIn, renumbered } from './clocks.ts';
import { Refused } from './refused.ts';
import { contentOf } from './removed-content.ts';
import type { Change, KnownKey, Log, LoggedRemoval, Rename, Rows, State, TableName, Word, Written } from './state.ts';

type Superseded = Pick<Extract<Verdict, { status: 'superseded' }>, 'reason' | 'kept' | 'by'>;

/** What stands instead of what the mutation asks of a row. */
export type Kept = Omit<Extract<NotTaken, { status: 'superseded' }>, 'id' | 'status'>;

const NEW_LOG: Log = { version: 0, floor: 0, skipped: [], grant: '', removals: [] };

/** A mutation; or no person's deed, which has no id. */
type Made = Pick<Mutation, 'editedAt'> & Partial<Omit<Mutation, 'operations'>>;

/** Writes the rows of one mutation under new versions, and can undo everything. */
export class Work {
  readonly state: State;
  readonly userId: string;
  readonly editedAt: string;
  readonly now: string;
  readonly device: string | null;
  readonly deviceNumber: number | null;
  /** Null for what is no person's mutation. */
  readonly action: string | null;
  /** The action that the mutation takes back. */
  readonly undoes: string | null;
  readonly cursors: Record<string, number>;
  superseded: Superseded | null = null;
  /** By row. */
  readonly kept = new Map<string, Kept>();
  /** Operations of the mutation prove by keys that their ids were made for their account. */
  isKeyed = false;
  /** The rows that became sides of transfers, and whether the mutation made them. */
  readonly sides = new Map<string, { isNew: boolean }>();
  readonly #numbered: Record<string, number> = {};
  readonly #standing: Record<string, number> = {};
  readonly #undo: (() => void)[] = [];

  constructor(state: State, userId: string, mutation: Made, now: string) {
    const { id = null, editedAt, device = null, number = null, cursors = {}, action = id, undoes = null } = mutation;
    this.state = state;
    this.userId = userId;
    // A device whose clock is ahead does not win against later edits.
    this.editedAt = editedAt < now ? editedAt : now;
    this.now = now;
    this.device = device;
    this.deviceNumber = number;
    this.action = action;
    this.undoes = undoes;
    this.cursors = cursors;
  }

  /** The last version in each account, or that of a row which was already as wanted. */
  get versions(): Record<string, number> {
    return { ...this.#standing, ...this.#numbered };
  }

  email(userId: string | null): string | null {
    return this.state.users.get(userId ?? '')?.email ?? null;
  }

  /** Returns the earlier of the moment and now: nothing was made in the future. */
  past(at: string): string {
    return at < this.now ? at : this.now;
  }

  /** Takes the next version of the account's log. */
  number(accountId: string): number {
    const log = this.state.logs.get(accountId);
    if (!log) throw new Refused('reference');
    const version = log.version + 1;
    this.#put(this.state.logs, accountId, { ...log, version });
    this.#numbered[accountId] = version;
    return version;
  }

  /** Starts the log of an account that is made, or made again under its old id. */
  openLog(accountId: string): void {
    const { version, skipped } = this.state.logs.get(accountId) ?? NEW_LOG;
    const grant = `${accountId}#${++this.state.order}`;
    this.#put(this.state.logs, accountId, { version, floor: version, skipped, grant, removals: [] });
  }

  /** Notes what stands against a row. The last word on a field is that of the last deed. */
  note(rowId: string, { reason, kept, by, other }: Kept): void {
    const before = this.kept.get(rowId);
    const another = before?.other ?? other;
    const named = another === undefined ? {} : { other: another };
    this.kept.set(rowId, { reason, kept: { ...before?.kept, ...kept }, by: before?.by ?? by, ...named });
  }

  /** Adds to the verdict what stays of a row as it is. */
  supersede(rowId: string, { reason, kept, by }: Superseded): void {
    this.note(rowId, { reason, kept, by });
    const before = this.superseded;
    this.superseded = { reason, kept: { ...before?.kept, ...kept }, by: by ?? before?.by ?? null };
  }

  /** Adds to the verdict what was taken out of the mutation before the rest was done. */
  supersedeFirst({ reason, kept, by }: Superseded): void {
    const after = this.superseded;
    this.superseded = {
      reason: after?.reason ?? reason,
      kept: { ...kept, ...after?.kept },
      by: by ?? after?.by ?? null,
    };
  }

  /** Notes that a row with this version is already as wanted. */
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
    this.#put(this.state.grants, membershipId, `${membershipId}#${++this.state.order}`);
  }

  /** The owner gets the member's grant, and a membership that is to be made gets the owner's. */
  swapGrants(accountId: string, membershipId: string, madeId: string): void {
    const log = this.state.logs.get(accountId) ?? NEW_LOG;
    this.#put(this.state.grants, madeId, log.grant);
    this.#put(this.state.logs, accountId, { ...log, grant: this.state.grants.get(membershipId) ?? membershipId });
  }

  writeOffer(accountId: string, offer: { to: string; by: string } | undefined): void {
    this.#put(this.state.offers, accountId, offer);
  }

  /** Makes the members of these budgets start the scope anew, because the budgets cover other rows now. */
  regrantWhere(isMeant: (budget: Rows['budgets']) => boolean): void {
    for (const row of this.state.tables.memberships.values()) {
      const budget = this.state.tables.budgets.get(row.budgetId ?? '');
      if (budget && isMeant(budget)) this.grant(row.id);
    }
  }

  /** Notes that these field groups of the row were written now, under this version; `along`: taken along (S37d). */
  stamp(id: string, groups: Iterable<string>, version: number, along: readonly string[] = []): void {
    const clocks: Clocks = { ...this.state.clocks.get(id) };
    const { userId: by, device, deviceNumber } = this;
    for (const group of groups) {
      const { written, raised } = clocks[group] ?? {};
      const choosers = along.includes(group) ? { along: [...choosersIn(clocks[group])] } : {};
      const at = [this.editedAt, written?.at ?? '', raised?.at ?? ''].reduce((last, one) => (one > last ? one : last));
      clocks[group] = { written: { at, by, version, device, deviceNumber }, ...choosers };
    }
    this.#put(this.state.clocks, id, clocks);
  }

  /** Notes that somebody wrote the value that stands in these groups already. */
  raise(id: string, groups: string[]): void {
    const clocks: Clocks = { ...this.state.clocks.get(id) };
    const { editedAt: at, userId: by, device, deviceNumber } = this;
    const raised = { at, by, device, deviceNumber };
    const isLatest = (group: string) => (clocks[group]?.raised?.at ?? '') <= this.editedAt;
    for (const group of groups.filter(isLatest)) clocks[group] = { ...clocks[group], raised };
    this.#put(this.state.clocks, id, clocks);
  }

  /** Notes who asks for a row that somebody else has made, too (S67n). Of several people one is enough. */
  askFor(id: string): void {
    const by = this.state.clocks.get(id)?.row?.raised?.by ?? this.userId;
    if (by === this.userId) this.raise(id, ['row']);
  }

  /** Notes that the row left `accountId` and got `version` of another account's log. */
  renumber(id: string, accountId: string, version: number): void {
    this.#put(this.state.clocks, id, renumbered(this.state.clocks.get(id) ?? {}, accountId, version));
  }

  /** Gives a removed row the clocks that it had. */
  keepClocks(id: string, clocks: Clocks): void {
    this.#put(this.state.clocks, id, clocks);
  }

  /** Notes what stood before a change or removal by this mutation. */
  recordChange(change: Pick<Change, 'accountId' | 'version' | 'rowId' | 'kind' | 'groups' | 'before'>): void {
    const { editedAt, device, now: at, userId: author } = this;
    const clocks = this.state.clocks.get(change.rowId) ?? {};
    this.writeChange({ ...change, order: ++this.state.order, clocks, author, deleters: [], device, editedAt, at });
    const { accountId, rowId, groups, kind, before } = change;
    this.recordWrite({ accountId, rowId, groups, removed: kind === 'removal' ? before : null });
  }

  /** Notes that this mutation changed or removed a row, for the notices about it. */
  recordWrite({
    removed,
    ...write
  }: Pick<Written, 'accountId' | 'rowId' | 'groups'> & { removed: object | null }): void {
    this.say({ rowId: write.rowId, groups: write.groups, kind: removed ? 'removal' : 'change' });
    const order = ++this.state.order;
    this.#put(this.state.written, order, {
      ...write,
      order,
      author: this.userId,
      editedAt: this.editedAt,
      at: this.now,
      removed: removed && contentOf(removed),
    });
  }

  /** Notes for later undos what this mutation did to a row. */
  say(word: Pick<Word, 'rowId' | 'groups' | 'kind'>): void {
    const { action, undoes, userId: author } = this;
    const order = ++this.state.order;
    this.#put(this.state.words, order, { ...word, order, action, undoes, author });
  }

  /** The row was deleted before. This mutation's deletion counts from now on. */
  sayAgain(rowId: string): void {
    const { action, undoes, userId: author } = this;
    const word = [...this.state.words.values()].findLast((one) => one.rowId === rowId && one.kind === 'removal');
    if (word) this.#put(this.state.words, word.order, { ...word, action, undoes, author });
    const write = [...this.state.written.values()].findLast((one) => one.rowId === rowId && one.removed !== null);
    if (write) this.#put(this.state.written, write.order, { ...write, author, editedAt: this.editedAt });
  }

  writeChange(change: Change): void {
    this.#put(this.state.changes, change.order, change);
  }

  writeRename(rename: Rename, isForgotten = false): void {
    this.#put(this.state.renames, `${rename.accountId} ${rename.version}`, isForgotten ? undefined : rename);
  }

  writeKey(known: KnownKey): void {
    this.#put(this.state.importKeys, `${known.accountId} ${known.key}`, known);
  }

  eraseKey({ accountId, key }: KnownKey): void {
    this.#put(this.state.importKeys, `${accountId} ${key}`, undefined);
  }

  spendTransfer(transferId: string, sides: string): void {
    this.#put(this.state.transfers, transferId, sides);
  }

  /** Tells a user that this mutation has superseded theirs. */
  tell(userId: string, notice: Omit<Notice, 'id' | 'at' | 'by' | 'removed'>): void {
    if (!this.state.users.has(userId)) return;
    const order = ++this.state.order;
    const id = `20000000-0000-4000-8000-${order.toString().padStart(12, '0')}`;
    const by = this.email(this.userId);
    this.#put(this.state.notices, id, { ...notice, id, at: this.now, by, userId, order, isRead: false });
  }

  readNotice(id: string): void {
    const notice = this.state.notices.get(id);
    if (notice?.userId === this.userId) this.#put(this.state.notices, id, { ...notice, isRead: true });
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
    const order = ++this.state.order;
    const removals = views.map(
      (view): LoggedRemoval => ({ version, ...what, view, by: this.userId, order, ...creation }),
    );
    this.#put(this.state.logs, accountId, { ...log, removals: [...log.removals, ...removals] });
  }

  /** Returns the row's last tombstone that the user may know of, and its account. */
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
    // A row may have left several accounts, whose versions say nothing about each other.
    return found.sort((a, b) => a.order - b.order).at(-1);
  }

  /** Returns an existing row that the user may see. */
  readable<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    const row = this.state.tables[table].get(id);
    return row && mayRead(this.state, this.userId, table, row) ? row : undefined;
  }

  /** Decides on an operation that finds no row, so that there is a verdict. Returns the row's tombstone, if known. */
  untouched(id: string, isReadable: boolean): LoggedRemoval {
    if (isReadable) throw new Refused('forbidden');
    const removal = this.findRemoval(id);
    if (!removal) throw new Refused('gone');
    this.stands(removal.accountId, removal.version);
    return removal;
  }

  takeBack(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
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
