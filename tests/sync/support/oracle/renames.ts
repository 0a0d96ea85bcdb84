/**
 * A category's name is meant as it was when its author wrote it. Renames that the author had not seen carry it along.
 */

import { type Believed, ownerOf, type Rename, rewrite, rowsIn } from './believed.ts';
import type { Deed } from './chronicle.ts';
import { fieldOf, isLater, type Row, type Value } from './rows.ts';

/** Every name that the author may have meant: one, unless the times are uncertain. */
export function meant(believed: Believed, accountId: string, type: Value, name: Value, deed: Deed): Value[] {
  let names = [name];
  for (const rename of believed.renames) {
    if (rename.type !== type || !rename.accounts.has(accountId)) continue;
    const carries = isUnheardOf(rename, accountId, deed);
    if (carries === 'no') continue;
    const carried = names.map((one) => (one === rename.from ? rename.to : one));
    names = carries === 'yes' ? carried : [...new Set([...names, ...carried])];
  }
  return names;
}

/** Names what comes back after a deletion as its category is called by now. */
export function renameSince(believed: Believed, row: Row, index: number): void {
  const accountId = String(fieldOf(row, 'accountId'));
  for (const rename of believed.renames) {
    const isMeant = rename.index > index && rename.accounts.has(accountId) && rename.type === fieldOf(row, 'type');
    if (isMeant && fieldOf(row, 'category') === rename.from) rewrite(row, 'category', { category: rename.to });
  }
}

/** Several names, where the times are uncertain, become one text with bars, which `isUncertain` knows. */
export function oneOf(names: readonly Value[]): Value {
  return names.length === 1 ? (names[0] ?? null) : names.join('|');
}

export function isUncertain(value: Value): boolean {
  return typeof value === 'string' && value.includes('|');
}

function isUnheardOf(rename: Rename, accountId: string, deed: Deed): 'yes' | 'no' | 'either' {
  // What goes again to a restored server is an old copy, whoever has renamed since. Whether the copy was made before
  // an older rename, or after it, nobody can tell.
  if (deed.isAgain) return rename.index > deed.screen.row.sure ? 'yes' : 'either';
  if (rename.device === deed.device) return 'no';
  const known = deed.screen.names.get(accountId);
  if (known === undefined) return isLater(rename, deed);
  return rename.index > known ? 'yes' : 'no';
}

export function renameAll(believed: Believed, deed: Deed, index: number): void {
  const { operation, person, at, blurMs, isTimed, device } = deed;
  if (operation.kind !== 'call' || operation.name !== 'category.rename') return;
  const { type, from, accountId } = operation.arguments;
  const to = operation.arguments.to.trim();
  // v0.1.0 renamed in all accounts of its user at once.
  const isMeant = (id: string) => accountId === undefined || accountId === id;
  const accounts = new Set(
    rowsIn(believed, 'accounts').flatMap(({ id }) => (ownerOf(believed, id) === person && isMeant(id) ? id : [])),
  );
  believed.renames.push({ index, owner: person, accounts, type, from, to, at, blurMs, isTimed, device });
  for (const row of believed.rows.values()) {
    if (!accounts.has(String(fieldOf(row, 'accountId'))) || fieldOf(row, 'type') !== type) continue;
    if (row.table === 'transactions' && fieldOf(row, 'category') === from) rewrite(row, 'category', { category: to });
    if (row.table === 'categories' && fieldOf(row, 'name') === from) rewrite(row, 'name', { name: to });
  }
}
