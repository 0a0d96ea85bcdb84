/**
 * Rows of files as people know them (S69). An account keeps for each row of a file which of its rows that is, and what
 * became of it: the same row of a file comes once, and nothing that was deleted comes back unasked.
 */
import { importedId } from '#domain/ids/imported-id';
import type { Operation } from '#domain/mutations/operations';
import { askFor } from './asked.ts';
import { accountOf, type Believed, type KnownKey, leaveOpen } from './believed.ts';
import { type Case, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import {
  type Answer,
  BACK,
  fieldOf,
  isUncertain,
  type Row,
  type Standing,
  same,
  standing as standingOf,
} from './rows.ts';

interface Named {
  key: string;
  rowId: string;
  /** Of an occurrence, its schedule. */
  importId: unknown;
  ofSchedule: boolean;
  /** A device adds it by itself, and nobody asks for it (S80c). */
  isSilent: boolean;
  isLink: boolean;
  isWanted: boolean;
}

function namedBy(operation: Operation): Named | null {
  if (operation.kind === 'call' || operation.kind === 'delete' || !('key' in operation)) return null;
  const { key } = operation;
  if (key === undefined) return null;
  const rowId = idIn(operation) ?? '';
  const isWanted = operation.kind === 'insert' && operation.again === true;
  const ofFile = operation.kind === 'patch' ? { importId: null, ...operation.after } : operation.row;
  const { scheduleId } = { scheduleId: undefined, ...operation };
  const ofSchedule = scheduleId !== undefined;
  const isSilent = ofSchedule && operation.kind === 'insert' && !isWanted;
  const importId = scheduleId ?? ofFile.importId;
  return { key, rowId, importId, ofSchedule, isSilent, isLink: operation.kind === 'patch', isWanted };
}

/** The account of the row: where it is to stand, or where a row stands, or stood, that is to be linked. */
function placeOf({ operation }: Deed, { rows, removed, unmade }: Believed): string | null {
  if (operation.kind === 'insert' || operation.kind === 'restore') {
    return operation.table === 'accounts' ? null : operation.row.accountId;
  }
  const id = idIn(operation) ?? '';
  const row = rows.get(id) ?? removed.get(id)?.row;
  return row ? accountOf(row) : (unmade.get(id) ?? null);
}

function known(deed: Deed, { key }: Named, believed: Believed): KnownKey | undefined {
  return believed.keys.get(`${placeOf(deed, believed)} ${key}`);
}

/** Whether the account has this row of a file, had it and gave it away, or somebody deleted it (S69a–c). */
export function isHereAlready(deed: Deed, { believed }: Pick<Case, 'believed'>): Answer {
  const named = namedBy(deed.operation);
  if (named?.isSilent && isAhead(deed)) return 'either';
  const standing = named && known(deed, named, believed);
  if (!named || !standing || deed.operation.kind === 'restore') return 'no';
  if (standing.isOpen) return 'either';
  const stands = standing.fate === 'here' || standing.fate === 'moved';
  const isSame = standing.rowId === named.rowId;
  if (standing.fate !== 'deleted') return stands && !(named.isLink && isSame) ? 'yes' : 'no';
  return named.isWanted || (named.isLink && believed.rows.has(named.rowId)) ? 'no' : 'yes';
}

/** Nobody can tell whether its day has come when it arrives: a device with a wrong clock adds it too early (S80j). */
function isAhead({ at, operation }: Deed): boolean {
  const tomorrow = new Date(at + 86_400_000).toISOString().slice(0, 10);
  return operation.kind === 'insert' && operation.table === 'transactions' && operation.row.date > tomorrow;
}

/**
 * The row that has given way to this link of its line (S69o): the link stands, and the other row is gone. Both would be
 * the same money twice. Only what the file alone has made may go; whoever has touched a row would lose something.
 */
export function gaveWay(deed: Deed, { believed, verdict }: Case): Row | null {
  const { operation } = deed;
  const named = namedBy(operation);
  const standing = named && known(deed, named, believed);
  if (operation.kind !== 'patch' || verdict.status !== 'applied' || 'transferId' in operation.after) return null;
  if (standing?.fate !== 'here' || standing.rowId === operation.id) return null;
  const other = believed.rows.get(standing.rowId);
  const own = believed.rows.get(operation.id);
  if (!other || !own || believed.makers.get(other.id) !== standing.key) return null;
  const alike = named?.ofSchedule ? ['type', 'accountId'] : ['amount', 'type', 'accountId'];
  const isAlike = alike.every((field) => fieldOf(other, field) === fieldOf(own, field));
  const isTouched = [...other.groups].some(
    // Of a row that came back, only the server can tell how its details stand.
    ([group, one]) => group !== BACK && (one.isEdit || (one.isShared && !['status', 'bankId'].includes(group))),
  );
  const isOfNoFile = fieldOf(named?.ofSchedule ? other : own, 'importId') === null;
  const isPlain = isOfNoFile && fieldOf(other, 'status') !== 'reconciled';
  return isAlike && !isTouched && isPlain ? other : null;
}

/** Whether the key that the deed names is that of its row, and the row is here. */
export function hasKey(deed: Deed, believed: Believed): boolean {
  const named = namedBy(deed.operation);
  const standing = named && known(deed, named, believed);
  return standing?.fate === 'here' && standing.rowId === named?.rowId;
}

/** Whose row of a file stays deleted, or stands otherwise, is told. */
export function leaveUnmade(deed: Deed, { believed, index, verdict, complain }: Case): void {
  const named = namedBy(deed.operation);
  const standing = named && known(deed, named, believed);
  const isDeleted = standing?.fate === 'deleted';
  if (named?.isSilent) return;
  if (standing?.fate === 'here' && verdict.status === 'applied' && standsOtherwise(deed, standing.rowId, believed))
    complain(`the key of ${idIn(deed.operation)} is that of ${standing.rowId}, and its author is not told`);
  const accountId = placeOf(deed, believed);
  const row = believed.rows.get(standing?.rowId ?? '');
  if (row && named?.ofSchedule && named.isWanted) askFor(row, standingOf(deed, {}, index, true));
  if (named && accountId !== null) believed.unmade.set(named.rowId, accountId);
  if (isDeleted && verdict.status === 'applied')
    complain(`${idIn(deed.operation)} was deleted, and its importer is not told`);
}

/** Whether the row of the key is for certain not what the deed asks for: another one to link, or other money. */
function standsOtherwise({ operation }: Deed, rowId: string, { rows }: Believed): boolean {
  if (operation.kind === 'patch') return operation.id !== rowId;
  const row = rows.get(rowId);
  if (operation.kind !== 'insert' || operation.table !== 'transactions' || !row) return false;
  const wanted = { amount: operation.row.amount, type: operation.row.type, date: operation.row.date };
  return Object.entries(wanted).some(([field, value]) => {
    const stands = fieldOf(row, field);
    return !isUncertain(stands) && stands !== value;
  });
}

/** The row has the key from now on, if it stands and its importer still sees it. */
export function giveKey(deed: Deed, { believed, verdict, numbers }: Case): void {
  const named = namedBy(deed.operation);
  const accountId = placeOf(deed, believed);
  if (!named || accountId === null) return;
  const { key, rowId, importId, ofSchedule, isLink } = named;
  const isDeleted = verdict.status === 'superseded' && verdict.reason === 'deleted';
  if (isLink && isDeleted && numbers[accountId] === undefined) return;
  const before = known(deed, named, believed);
  if (!believed.rows.has(rowId) || typeof importId !== 'string') return;
  if (deed.operation.kind === 'insert') believed.makers.set(rowId, key);
  if (isLink) believed.linkers.set(rowId, key);
  // A copy of a lost row does not tell whether the key made it, and a link may be one to the row that it made.
  const wasLink = before?.rowId === rowId ? before.isLink : isLink || believed.makers.get(rowId) !== key;
  const standing = { accountId, key, rowId, importId, ofSchedule, fate: 'here', isOpen: false } as const;
  believed.keys.set(`${accountId} ${key}`, { ...standing, isLink: deed.operation.kind !== 'insert' && wasLink });
}

/** A row that gets its origin back has its key back (S69e). */
export function giveKeysBack({ keys, rows }: Believed, id: string): void {
  const row = rows.get(id);
  if (!row) return;
  for (const one of keys.values()) {
    const isOrigin = one.importId === fieldOf(row, 'importId') && one.accountId === accountOf(row);
    if (one.rowId === id && one.fate === 'reverted' && isOrigin) one.fate = 'here';
  }
}

/** The same after an edit: only who writes where the row comes from gives it its key back. `before`: its origin. */
export function giveKeysOfOrigin(believed: Believed, id: string, before: Standing | undefined): void {
  const after = believed.rows.get(id)?.groups.get('bankId');
  if (before && after && !same(before.values, after.values)) giveKeysBack(believed, id);
}

/** One occurrence is left out, or may come again (S80d, S80e). */
export function changeOccurrence({ operation }: Deed, { believed, verdict, complain }: Case): void {
  if (operation.kind !== 'call') return;
  if (operation.name !== 'occurrence.skip' && operation.name !== 'occurrence.unskip') return;
  const { accountId, scheduleId: importId, key } = operation.arguments;
  const name = `${accountId} ${key}`;
  // The undo of an addition deletes its row just before, in the same mutation.
  settleFates(believed);
  const known = believed.keys.get(name);
  if (operation.name === 'occurrence.unskip') {
    if (known?.fate === 'deleted') known.fate = 'reverted';
    return;
  }
  const stands = known?.fate === 'here' || known?.fate === 'moved';
  if (stands && !known.isOpen && verdict.status === 'applied') complain('what was to be skipped stands, untold');
  if (stands || known?.fate === 'deleted') return;
  const rowId = known?.rowId ?? importedId(accountId, key);
  const skipped = { accountId, key, rowId, importId, ofSchedule: true, fate: 'deleted', isOpen: false } as const;
  believed.keys.set(name, { ...skipped, isLink: known?.isLink ?? false });
}

/** What became of the rows. What was reverted and made its row comes back with it. */
export function settleFates({ keys, rows, open }: Believed): void {
  for (const one of keys.values()) {
    if (open.has(one.rowId)) one.isOpen = true;
    const row = rows.get(one.rowId);
    const isHere = row !== undefined && accountOf(row) === one.accountId;
    if (isHere && (one.fate !== 'reverted' || !one.isLink || one.ofSchedule)) one.fate = 'here';
    else if (one.fate === 'here' && !isHere) one.fate = row ? 'moved' : 'deleted';
  }
}

/** The import is gone: its rows that are gone may come again, and linked ones may be linked again (S69d). */
export function endImport(believed: Believed, importId: string): void {
  settleFates(believed);
  for (const one of believed.keys.values()) {
    const isLink = one.fate === 'here' && one.isLink;
    if (one.importId === importId && (one.fate === 'deleted' || isLink)) one.fate = 'reverted';
  }
}

/** Whether the row is of this import, which alone may take it away (S69j). */
function isOfImport(row: Row, importId: string): Answer {
  const origin = fieldOf(row, 'importId');
  if (isUncertain(origin)) return 'either';
  return origin === importId ? 'yes' : 'no';
}

/** Who takes an import back takes away what it brought, and nothing else (S69d). */
export function isOfOthers({ operation }: Deed, { believed }: Case): boolean {
  if (operation.kind !== 'delete' || operation.importId === undefined) return false;
  const row = believed.rows.get(operation.id);
  const isMeant = row?.table === 'transactions' ? isOfImport(row, operation.importId) : 'yes';
  if (row && isMeant === 'either') leaveOpen(believed, row);
  return isMeant !== 'yes';
}

/** Nobody can tell whether the row of a file is made or linked. */
export function leaveKeyOpen(deed: Deed, { believed }: Case): void {
  const { operation } = deed;
  if (operation.kind === 'insert' && operation.table !== 'accounts') {
    believed.rows.delete(operation.row.id);
    believed.removed.delete(operation.row.id);
    believed.open.set(operation.row.id, operation.row.accountId);
  }
  const row = operation.kind === 'patch' ? believed.rows.get(operation.id) : undefined;
  if (row) leaveOpen(believed, row);
}
