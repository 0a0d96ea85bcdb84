/** What becomes of import keys in the in-memory server when their rows and imports come and go. */
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import type { KnownKey } from './state.ts';
import type { Work } from './work.ts';

/** Says what became of a row of an account. A row that left it (S69c), or was deleted (S69b), may only come back. */
export function endKeys(work: Work, rowId: string, accountId: string, fate: Fate) {
  const keys = [...work.state.importKeys.values()].filter((one) => {
    const isOf = one.rowId === rowId && one.accountId === accountId;
    if (fate === 'here' && one.fate === 'reverted') return isOf && isMadeOrOf(work, one);
    return isOf && one.fate !== fate && (fate === 'here' || one.fate === 'here');
  });
  writeFates(work, accountId, keys, fate);
}

/** Whether the key made the row, or the row says again that it is of the key's import. */
function isMadeOrOf({ state }: Work, { accountId, key, rowId, importId, ofSchedule }: KnownKey): boolean {
  if (ofSchedule) return true;
  return rowId === importedId(accountId, key) || state.tables.transactions.get(rowId)?.importId === importId;
}

/** A row that gets its origin back has its key back (S69e). */
export function giveKeysBack(work: Work, rowId: string, accountId: string) {
  const keys = [...work.state.importKeys.values()].filter(
    (one) => one.rowId === rowId && one.accountId === accountId && one.fate === 'reverted' && isMadeOrOf(work, one),
  );
  writeFates(work, accountId, keys, 'here');
}

/** What the import brought and is gone may come again, and what it was only linked to may be linked again (S69d). */
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
