/** Import keys in the in-memory server: what a push does with them, and what becomes of them. */
import { shiftDays } from '#domain/dates/dates';
import type { KeyPage } from '#domain/ids/import-keys';
import { importedId, isNamedId } from '#domain/ids/imported-id';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { atLeast, roleInAccount } from './access.ts';
import { removedTransaction } from './changes.ts';
import { linkedAlready, transferIn, withoutLostSide } from './file-links.ts';
import type { KeyDone } from './kept-by-keys.ts';
import { mayNameImport } from './own-imports.ts';
import { Refused } from './refused.ts';
import { requireMember } from './require-member.ts';
import { requireSchedule } from './schedules.ts';
import type { KnownKey, State } from './state.ts';
import { addedIn, type Way, wayOf } from './ways.ts';
import type { Work } from './work.ts';

/** An operation with a key. `accountId` is null where the user may not read the row. */
interface Keyed {
  kind: 'insert' | 'patch' | 'restore';
  key: string;
  rowId: string;
  accountId: string | null;
  /** Of an occurrence, its schedule. */
  importId: string;
  ofSchedule: boolean;
  isAgain: boolean;
}

function keyedBy(work: Work, operation: Operation, all: readonly Operation[]): Keyed | null {
  if (operation.kind === 'call' || operation.kind === 'delete' || operation.table !== 'transactions') return null;
  const { key, scheduleId = undefined } = { scheduleId: undefined, ...operation };
  if (key === undefined) {
    if (scheduleId !== undefined) throw new Refused('invalid');
    return null;
  }
  const isAgain = operation.kind === 'insert' && operation.again === true;
  const ofFile = operation.kind === 'patch' ? { importId: null, ...operation.after } : operation.row;
  const importId = scheduleId ?? ('importId' in ofFile ? ofFile.importId : null);
  if (typeof importId !== 'string') throw new Refused('invalid');
  const named = { kind: operation.kind, key, importId, ofSchedule: scheduleId !== undefined, isAgain };
  if (operation.kind !== 'patch') return { ...named, rowId: operation.row.id, accountId: operation.row.accountId };
  return { ...named, rowId: operation.id, accountId: placeOf(work, operation.id, key) ?? addedTo(operation, all) };
}

/** The same mutation may add a row and give it an occurrence's place. */
function addedTo({ id, scheduleId }: Patch, all: readonly Operation[]): string | null {
  const added = scheduleId === undefined ? undefined : addedIn(all, id);
  return added?.accountId ?? null;
}

/**
 * Where the row is that a patch links: a later link brings a deleted row back to where it was. A row that never came,
 * because its key was that of another one, would stand where the key does.
 */
function placeOf(work: Work, id: string, key: string): string | null {
  const { state, userId } = work;
  const row = work.readable('transactions', id) ?? removedTransaction(work, id)?.before;
  if (row) return row.accountId;
  const known = [...state.importKeys.values()].filter((one) => one.key === key);
  const meant = known.find(
    ({ accountId }) => roleInAccount(state, userId, accountId) && importedId(accountId, key) === id,
  );
  return meant?.accountId ?? null;
}

/** What a push does with keys: the operations that are left, and those that need not be done. */
interface Resolved {
  all: readonly Operation[];
  operations: Operation[];
  keyed: Keyed[];
  done: KeyDone[];
  ways: Way[];
  /** Whether a deleted row stays deleted (S69b). */
  deleted: Work['superseded'];
}

/** Takes out the operations whose keys stand for something here (S69a). */
export function resolveKeys(work: Work, all: readonly Operation[]): Resolved {
  const { state } = work;
  const keyed = all.map((operation) => ({ operation, named: keyedBy(work, operation, all) }));
  work.isKeyed = keyed.some(({ named }) => named !== null);
  if (work.isKeyed) for (const { operation, named } of keyed) check(work, operation, named, all);
  const met = new Map<string, string>();
  const done: KeyDone[] = [];
  const ways = waysIn(work, keyed, all);
  let deleted: Work['superseded'] = null;
  const left = keyed.filter(({ operation, named }) => {
    if (!named || named.accountId === null || ways.has(operation)) return true;
    if (isAhead(work, operation, named)) return false;
    const name = `${named.accountId} ${named.key}`;
    const first = met.get(name) ?? null;
    met.set(name, first ?? named.rowId);
    const known = state.importKeys.get(name);
    const twice = first === null ? null : { rows: [], standsFor: first, isDeleted: false };
    const instead = standsInstead(work, named, known, all) ?? twice;
    if (instead === null) return true;
    for (const { accountId, version } of instead.rows) work.stands(accountId, version);
    deleted = leaveOut(work, { operation, named, instead }, done) ?? deleted;
    return false;
  });
  const names = left.flatMap(({ named }) => named ?? []);
  const dropped = keyed.filter((one) => !left.includes(one)).map(({ operation }) => transferIn(operation));
  const lost = new Set(dropped.filter((id) => id !== null));
  const meant = left.map(({ operation }) => operation).filter((one) => !isOfAnotherImport(work, one));
  const operations = meant.flatMap((one) => withoutLostSide(work, one, lost) ?? []);
  return { all, operations, keyed: names, done, ways: [...ways.values()], deleted };
}

/**
 * Notes what stands instead. A device adds occurrences by itself, and nobody is told of those that need not be added
 * (S80c). Returns what the verdict says of a deleted row.
 */
function leaveOut(
  work: Work,
  { operation, named, instead }: { operation: Operation; named: Keyed; instead: Omit<KeyDone, 'operation'> },
  done: KeyDone[],
): Work['superseded'] {
  if (isSilent(named)) return null;
  done.push({ operation, ...instead });
  return instead.isDeleted ? staysDeleted(work, named.rowId) : null;
}

/** Whether a device adds the occurrence by itself. */
function isSilent({ ofSchedule, kind, isAgain }: Keyed): boolean {
  return ofSchedule && kind === 'insert' && !isAgain;
}

/** A device with a wrong clock adds an occurrence that is not due anywhere yet. It will come on its day (S80j). */
function isAhead({ now }: Work, operation: Operation, named: Keyed): boolean {
  if (!isSilent(named) || operation.kind !== 'insert' || operation.table !== 'transactions') return false;
  return operation.row.date > shiftDays(now.slice(0, 10), 1);
}

/** The links to which a row gives way (S69o). Of operations with one key, only the first can be one. */
function waysIn(
  work: Work,
  keyed: readonly { operation: Operation; named: Keyed | null }[],
  all: readonly Operation[],
): Map<Operation, Way> {
  const ways = new Map<Operation, Way>();
  const met = new Set<string>();
  for (const { operation, named } of keyed) {
    const name = `${named?.accountId} ${named?.key}`;
    const way = named && !met.has(name) && wayOf(work, operation, { ...named, all }, work.state.importKeys.get(name));
    if (way) ways.set(operation, way);
    met.add(name);
  }
  return ways;
}

function staysDeleted(work: Work, rowId: string): NonNullable<Work['superseded']> {
  const stays = { reason: 'deleted', kept: {}, by: work.email(work.findRemoval(rowId)?.by ?? null) } as const;
  work.note(rowId, stays);
  return stays;
}

/** What stands, so that the operation need not be done. Null where it has to be. */
function standsInstead(
  work: Work,
  named: Keyed,
  known: KnownKey | undefined,
  operations: readonly Operation[],
): (Omit<KeyDone, 'operation'> & { rows: Pick<KnownKey, 'accountId' | 'version'>[] }) | null {
  const standing = work.state.tables.transactions.get(named.rowId);
  const linked = named.kind === 'patch' ? linkedAlready(work, named.rowId, known, operations) : null;
  if (linked) return { rows: linked, standsFor: null, isDeleted: false };
  const isDeleted = known?.fate === 'deleted' && isUnasked(named, standing !== undefined);
  if (known && (isDeleted || isDone(named, known))) return { rows: [known], standsFor: known.rowId, isDeleted };
  const isThere = named.kind === 'insert' && standing?.accountId === named.accountId;
  return isThere ? { rows: [standing], standsFor: standing.id, isDeleted: false } : null;
}

/** Who takes an import back leaves the rows that it did not bring (S69j). */
function isOfAnotherImport(work: Work, operation: Operation): boolean {
  if (operation.kind !== 'delete' || operation.importId === undefined) return false;
  const row = operation.table === 'transactions' ? work.readable('transactions', operation.id) : undefined;
  const mayRead = row && atLeast(roleInAccount(work.state, work.userId, row.accountId), 'member');
  if (!mayRead || row.importId === operation.importId) return false;
  work.stands(row.accountId, row.version);
  return true;
}

/**
 * Whether nobody asks for the deleted row again (S69b). A link does not: its author did not know that the row was gone.
 */
function isUnasked({ kind, isAgain }: Keyed, isStanding: boolean): boolean {
  return kind === 'insert' ? !isAgain : kind === 'patch' && !isStanding;
}

/** Whether the account has the row, or had it and gave it away. */
function isDone({ kind, rowId }: Keyed, known: KnownKey): boolean {
  const isHere = known.fate === 'here' || known.fate === 'moved';
  return isHere && (kind === 'insert' || (kind === 'patch' && known.rowId !== rowId));
}

/**
 * Members name keys of their account, for imports of their own (S69f). An id that is made of a name is that of its key
 * (S69g).
 */
function check(work: Work, operation: Operation, named: Keyed | null, all: readonly Operation[]) {
  if (named?.accountId) requireMember(work, named.accountId);
  if ('row' in operation && operation.table === 'transactions' && isNamedId(operation.row.id)) {
    if (!named || operation.row.id !== importedId(operation.row.accountId, named.key)) throw new Refused('invalid');
  }
  if (!named || named.accountId === null || named.kind === 'restore') return;
  const place = { id: named.rowId, accountId: named.accountId };
  if (named.ofSchedule) requireOccurrence(work, place.accountId, named, all);
  else if (!mayNameImport(work, place, named.importId)) throw new Refused('forbidden');
  // The hash of a schedule is no key of a file, nor of another schedule.
  const known = work.state.importKeys.get(`${named.accountId} ${named.key}`);
  if (known && (known.ofSchedule === true) !== named.ofSchedule) throw new Refused('invalid');
}

/** A key is always of the same schedule. */
function requireOccurrence(
  work: Work,
  accountId: string,
  { importId, key, kind, rowId }: Keyed,
  all: readonly Operation[],
): void {
  if (kind === 'insert' && rowId !== importedId(accountId, key)) throw new Refused('invalid');
  requireSchedule(work, accountId, importId, all);
  const known = work.state.importKeys.get(`${accountId} ${key}`);
  if (known && known.importId !== importId) throw new Refused('invalid');
}

/** An id made of a name is taken only with the proof that it was made for the account, or where it was (S69g). */
export function requireOwnId({ state, userId, isKeyed }: Work, { id, accountId }: TransactionRow) {
  if (!isNamedId(id) || isKeyed) return;
  const isKnown =
    [...state.importKeys.values()].some((one) => one.rowId === id && one.accountId === accountId) ||
    state.logs.get(accountId)?.removals.some((one) => one.kind === 'transaction' && one.id === id);
  if (!isKnown || roleInAccount(state, userId, accountId) === null) throw new Refused('duplicate');
}

/** The rows of these operations have their keys from now on, if they stand (S69a, S69e). */
export function noteKeys(work: Work, keyed: readonly Keyed[]) {
  for (const { key, rowId, importId, ofSchedule, kind, accountId: named } of keyed) {
    const row = work.state.tables.transactions.get(rowId);
    if (!row || named !== row.accountId) continue;
    // Who may not name the import brings the row back without it.
    if (kind === 'restore' && row.importId !== importId) continue;
    const version = kind === 'insert' ? row.version : work.number(row.accountId);
    const { accountId } = row;
    work.writeKey({ accountId, key, rowId, importId, ofSchedule, fate: 'here', made: row.version, version });
  }
}

/** The keys above a number, a page for each import. They come when all rows have come. */
export function pullKeys(
  { importKeys }: State,
  accountId: string,
  since: number,
  { version, more }: { version: number; more: boolean },
): { keys: KeyPage[]; cursorOfKeys: { keys: number } } {
  if (more) return { keys: [], cursorOfKeys: { keys: since } };
  const fresh = [...importKeys.values()].filter((one) => one.accountId === accountId && one.version > since);
  const pages = [...Map.groupBy(fresh, ({ importId }) => importId)].map(([importId, keys]): KeyPage => {
    const others = keys.filter(({ key, rowId, fate }) => fate !== 'here' || rowId !== importedId(accountId, key));
    return {
      importId,
      keys: keys.map(({ key }) => key),
      made: keys.map(({ made }) => made),
      others: Object.fromEntries(others.map(({ key, rowId, fate }) => [key, { rowId, fate }])),
    };
  });
  return { keys: pages, cursorOfKeys: { keys: version } };
}
