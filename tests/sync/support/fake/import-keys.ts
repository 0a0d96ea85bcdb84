/** Import keys in the in-memory server: what a push does with them, and what becomes of them. */
import { plainFields } from '#domain/changed-fields';
import { type Fate, importedId, type KeyPage } from '#domain/import-keys';
import type { Operation, Patch } from '#domain/operations';
import type { Fields, TransactionRow } from '#domain/rows';
import { SHARED_BY_SIDES } from '#domain/transfers';
import { atLeast, roleInAccount, roleInBudget } from './access.ts';
import type { KnownKey, State } from './state.ts';
import { Refused, type Work } from './work.ts';

/** An operation with a key. `accountId` is null where the user may not read the row. */
interface Keyed {
  kind: 'insert' | 'patch' | 'restore';
  key: string;
  rowId: string;
  accountId: string | null;
  importId: string;
  isAgain: boolean;
}

function keyedBy(work: Work, operation: Operation): Keyed | null {
  if (operation.kind === 'call' || operation.kind === 'delete' || !('key' in operation)) return null;
  const { key } = operation;
  if (key === undefined) return null;
  const isAgain = operation.kind === 'insert' && operation.again === true;
  const { importId } = operation.kind === 'patch' ? { importId: null, ...operation.after } : operation.row;
  if (typeof importId !== 'string') throw new Refused('invalid');
  const named = { kind: operation.kind, key, importId, isAgain };
  if (operation.kind !== 'patch') return { ...named, rowId: operation.row.id, accountId: operation.row.accountId };
  const accountId = work.readable('transactions', operation.id)?.accountId ?? null;
  return { ...named, rowId: operation.id, accountId };
}

/** The operations that are left, because their keys stand for nothing here, and whether a deleted row stays deleted. */
export function resolveKeys(
  work: Work,
  operations: readonly Operation[],
): { operations: Operation[]; keyed: Keyed[]; deleted: Work['superseded'] } {
  const { state } = work;
  const keyed = operations.map((operation) => ({ operation, named: keyedBy(work, operation) }));
  work.isKeyed = keyed.some(({ named }) => named !== null);
  if (work.isKeyed) for (const { operation, named } of keyed) check(work, operation, named);
  const met = new Set<string>();
  let deleted: Work['superseded'] = null;
  const left = keyed.filter(({ named }) => {
    if (!named || named.accountId === null) return true;
    const name = `${named.accountId} ${named.key}`;
    const known = state.importKeys.get(name);
    const isTwice = met.has(name);
    met.add(name);
    const standing = state.tables.transactions.get(named.rowId);
    const isStanding = named.kind === 'insert' && standing?.accountId === named.accountId;
    const isDeleted = named.kind === 'insert' && known?.fate === 'deleted' && !named.isAgain;
    if (isDeleted) {
      const by = work.findRemoval(named.rowId)?.by ?? null;
      deleted = { reason: 'deleted', kept: {}, by: work.email(by) };
    }
    if (known && (isDeleted || isDone(named, known))) work.stands(named.accountId, known.version);
    else if (isStanding) work.stands(named.accountId, standing.version);
    else return !isTwice;
    return false;
  });
  const names = left.flatMap(({ named }) => named ?? []);
  const dropped = keyed.filter((one) => !left.includes(one)).map(({ operation }) => transferIn(operation));
  const lost = new Set(dropped.filter((id) => id !== null));
  return { operations: left.map(({ operation }) => withoutLostSide(operation, lost)), keyed: names, deleted };
}

function transferIn(operation: Operation): string | null {
  const fields: { transferId?: unknown } =
    operation.kind === 'patch' ? operation.after : 'row' in operation ? plainFields(operation.row) : {};
  return typeof fields.transferId === 'string' ? fields.transferId : null;
}

/** A side whose other side need not be made is regular, because no side stands alone. */
function withoutLostSide(operation: Operation, lost: ReadonlySet<string>): Operation {
  const id = transferIn(operation);
  if (id === null || !lost.has(id)) return operation;
  if (operation.kind === 'patch') return withoutShared(operation);
  if (!('row' in operation) || operation.table !== 'transactions') return operation;
  return { ...operation, row: { ...operation.row, nature: 'regular', transferId: null } };
}

function withoutShared(patch: Patch): Patch {
  const rest = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !SHARED_BY_SIDES.includes(field)));
  return { ...patch, before: rest(patch.before), after: rest(patch.after) };
}

/** Whether the account has the row, or had it and gave it away. */
function isDone({ kind, rowId }: Keyed, known: KnownKey): boolean {
  const isHere = known.fate === 'here' || known.fate === 'moved';
  return isHere && (kind === 'insert' || (kind === 'patch' && known.rowId !== rowId));
}

/** Members name keys of their account, and an id that is made of a name is that of its key. */
function check({ state, userId }: Work, operation: Operation, named: Keyed | null) {
  if (named?.accountId && !atLeast(roleInAccount(state, userId, named.accountId), 'member')) {
    const budgets = [...state.tables.budgets.values()].filter(({ accountId }) => accountId === named.accountId);
    const isReached =
      roleInAccount(state, userId, named.accountId) !== null ||
      budgets.some(({ id }) => roleInBudget(state, userId, id) !== null);
    throw new Refused(isReached ? 'forbidden' : 'gone');
  }
  if (!('row' in operation) || operation.table !== 'transactions' || !isNamedId(operation.row.id)) return;
  if (!named || operation.row.id !== importedId(operation.row.accountId, named.key)) throw new Refused('invalid');
}

/** Whether the id is made of a name (UUID version 5). */
function isNamedId(id: string): boolean {
  return id[14] === '5';
}

/** An id that is made of a name is taken only with the proof that it was made for the account, or where it was. */
export function requireOwnId({ state, userId, isKeyed }: Work, { id, accountId }: TransactionRow) {
  if (!isNamedId(id) || isKeyed) return;
  const isKnown =
    [...state.importKeys.values()].some((one) => one.rowId === id && one.accountId === accountId) ||
    state.logs.get(accountId)?.removals.some((one) => one.kind === 'transaction' && one.id === id);
  if (!isKnown || roleInAccount(state, userId, accountId) === null) throw new Refused('duplicate');
}

/** The rows of these operations have their keys from now on, if they stand. */
export function noteKeys(work: Work, keyed: readonly Keyed[]) {
  for (const { key, rowId, importId, kind, accountId: named } of keyed) {
    const row = work.state.tables.transactions.get(rowId);
    if (!row || named !== row.accountId) continue;
    const version = kind === 'insert' ? row.version : work.number(row.accountId);
    const { accountId } = row;
    work.writeKey({ accountId, key, rowId, importId, fate: 'here', made: row.version, version });
  }
}

/** Says what became of a row of an account. A row that left it, or was deleted, may only come back. */
export function endKeys(work: Work, rowId: string, accountId: string, fate: Fate) {
  const keys = [...work.state.importKeys.values()].filter((one) => {
    const isOf = one.rowId === rowId && one.accountId === accountId;
    return isOf && one.fate !== fate && (fate === 'here' || one.fate === 'here');
  });
  writeFates(work, accountId, keys, fate);
}

/** What the import brought and is gone may come again, and what it was only linked to may be linked again. */
export function revertKeys(work: Work, accountId: string, importId: string) {
  const keys = [...work.state.importKeys.values()].filter((one) => {
    if (one.accountId !== accountId || one.importId !== importId) return false;
    const isLinked = one.rowId !== importedId(accountId, one.key);
    return one.fate === 'deleted' || (one.fate === 'here' && isLinked);
  });
  writeFates(work, accountId, keys, 'reverted');
}

function writeFates(work: Work, accountId: string, keys: KnownKey[], fate: Fate) {
  if (keys.length === 0) return;
  const version = work.number(accountId);
  for (const one of keys) work.writeKey({ ...one, fate, version });
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
