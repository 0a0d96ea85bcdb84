/**
 * A category's name is meant as it was when its author wrote it (S38). Renames that the author had not seen carry it
 * along.
 */

import { isRename } from '#domain/mutations/renames';
import { type Believed, ownerOf, type Rename, rewrite, rowsIn } from './believed.ts';
import type { Deed } from './chronicle.ts';
import { linesOf, renamedLines } from './lines.ts';
import { mergeCategories } from './merges.ts';
import { fieldOf, isLater, isUncertain, type Row, renamed, sideOfRow, type Value, type Values } from './rows.ts';
import { doubt } from './wishes.ts';

/** Every name that the author may have meant: one, unless the times are uncertain. */
export function meant(believed: Believed, accountId: string, type: Value, name: Value, deed: Deed): Value[] {
  let names = [name];
  for (const rename of believed.renames) {
    if (rename.type !== type || !rename.accounts.has(accountId)) continue;
    const isUnknown = isUnheardOf(rename, accountId, deed);
    if (isUnknown === 'no') continue;
    const carries = rename.isForgotten ? 'either' : isUnknown;
    const carried = names.map((one) => (one === rename.from ? rename.to : one));
    names = carries === 'yes' ? carried : [...new Set([...names, ...carried])];
  }
  return names;
}

/**
 * Names what comes back after a deletion as its category is called by now. A server that has forgotten the deletion
 * takes the name from who brings it back.
 */
export function renameSince(believed: Believed, row: Row, index: number, isForgetful: boolean): void {
  const accountId = String(fieldOf(row, 'accountId'));
  for (const rename of believed.renames) {
    const isMeant = rename.index > index && rename.accounts.has(accountId) && rename.type === sideOfRow(row);
    if (isMeant && isForgetful) for (const group of ['category', 'lines']) doubt(row, group);
    else if (isMeant) renameRow(row, rename);
  }
}

/** The server knows renames for a year. What comes later keeps the name that it has. */
export function forgetRenames({ renames, merges }: Believed): void {
  for (const rename of renames) rename.isForgotten = true;
  merges.length = 0;
}

/**
 * A rename means the lines of a split row, and never the word that says that it is split (S66d). `may`: nobody can tell
 * whether it means this row.
 */
function renameRow(row: Row, { from, to }: Pick<Rename, 'from' | 'to'>, may = false): void {
  const rename = (name: Value) => {
    const now = renamed(name, from, to);
    return may && now !== name ? oneOf([name, now]) : now;
  };
  const lines = fieldOf(row, 'lines');
  if (lines !== null) rewrite(row, 'lines', { lines: renamedLines(lines, rename) });
  else rewrite(row, 'category', { category: rename(fieldOf(row, 'category')) });
}

/** The wanted values of a transaction under the names that its author meant. */
export function carried(
  believed: Believed,
  place: { accountId: string; type: Value },
  wanted: ReadonlyMap<string, Values>,
  deed: Deed,
): Map<string, Values> {
  const carry = (name: Value) => oneOf(meant(believed, place.accountId, place.type, name, deed));
  const lines = wanted.get('lines')?.lines ?? null;
  const category = wanted.get('category')?.category;
  const result = new Map(wanted);
  if (lines !== null) return result.set('lines', { lines: renamedLines(lines, carry) });
  return category === undefined ? result : result.set('category', { category: carry(category) });
}

/** Several names become one text with bars, which `isUncertain` knows. */
export function oneOf(names: readonly Value[]): Value {
  return names.length === 1 ? (names[0] ?? null) : names.join('|');
}

function isUnheardOf(rename: Rename, accountId: string, deed: Deed): 'yes' | 'no' | 'either' {
  // What goes again to a restored server is an old copy, whoever has renamed since. Whether the copy was made before
  // an older rename, or after it, nobody can tell.
  if (deed.isAgain) return rename.index > deed.screen.row.sure ? 'yes' : 'either';
  if (rename.device === deed.device) return 'no';
  const known = deed.screen.names.get(accountId);
  if (known === undefined) return isLater(rename, deed);
  if (rename.index <= known.sure) return 'no';
  return rename.index <= known.maybe ? 'either' : 'yes';
}

export function renameAll(believed: Believed, deed: Deed, index: number): void {
  const { operation, person, at, blurMs, isTimed, device } = deed;
  if (!isRename(operation)) return;
  const { type, accountId } = operation.arguments;
  // v0.1.0 renamed in all accounts of its user at once.
  const isMeant = (id: string) => accountId === undefined || accountId === id;
  const accounts = new Set(
    rowsIn(believed, 'accounts').flatMap(({ id }) => (ownerOf(believed, id) === person && isMeant(id) ? id : [])),
  );
  const [from, ...others] = namesOf(withoutMergesInto(believed), deed, operation.arguments.from);
  const [to, ...more] = namesOf(believed, deed, operation.arguments.to.trim());
  if (from === undefined || to === undefined) return;
  if (others.length + more.length > 0) {
    doubtNames(believed, accounts, type, [from, to, ...others, ...more]);
    return;
  }
  const owned = { index, owner: person, accounts, type, from, to };
  const rename = { ...owned, at, blurMs, isTimed, device, isForgotten: false };
  if (operation.name === 'category.merge') {
    if (from === to || !accounts.has(operation.arguments.accountId)) return;
    mergeCategories(believed, rename, operation.arguments.accountId, deed, index);
  }
  believed.renames.push(rename);
  renameRows(believed, rename);
}

function renameRows(believed: Believed, { accounts, type, from, to }: Rename): void {
  for (const row of believed.rows.values()) {
    const side = sideOfRow(row);
    if (!accounts.has(String(fieldOf(row, 'accountId'))) || (side !== type && !isUncertain(side))) continue;
    if (row.table === 'transactions') renameRow(row, { from, to }, isUncertain(side));
    if (row.table === 'categories' && fieldOf(row, 'name') === from) rewrite(row, 'name', { name: to });
  }
}

/** Nobody who merges a category means what another merge of it went into. */
function withoutMergesInto(believed: Believed): Believed {
  const into = believed.merges.filter(({ went }) => !believed.rows.has(went?.id ?? ''));
  const indexes = new Set(into.map(({ rename }) => rename.index));
  return { ...believed, renames: believed.renames.filter(({ index }) => !indexes.has(index)) };
}

/** A rename means the name itself. A merge means the category that had it for its author. */
function namesOf(believed: Believed, deed: Deed, name: string): string[] {
  const { operation } = deed;
  if (operation.kind !== 'call' || operation.name !== 'category.merge') return [name];
  const { accountId, type } = operation.arguments;
  return meant(believed, accountId, type, name, deed).map(String);
}

/** Nobody can tell which categories became one. */
function doubtNames(believed: Believed, accounts: ReadonlySet<string>, type: Value, names: readonly string[]): void {
  believed.areCategoriesSure = false;
  for (const row of [...accounts].flatMap((id) => rowsIn(believed, 'budgets', id))) doubt(row, 'categoryId');
  for (const row of [...accounts].flatMap((id) => rowsIn(believed, 'transactions', id))) {
    if (sideOfRow(row) === type) doubtNamed(row, names);
  }
}

function doubtNamed(row: Row, names: readonly string[]): void {
  const isNamed = (value: Value) => names.some((name) => String(value).split('|').includes(name));
  const lines = linesOf(fieldOf(row, 'lines'));
  if (lines?.some(([, name]) => isNamed(name))) doubt(row, 'lines');
  if (!lines && isNamed(fieldOf(row, 'category'))) doubt(row, 'category');
}
