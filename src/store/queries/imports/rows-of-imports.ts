/** The rows of imports as a revert finds them. */
import { isNamedId } from '#domain/ids/imported-id';
import { rowOfKey } from '#domain/ids/row-of-key';
import { accountScope } from '#domain/ids/scopes';
import type { ImportRow, TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readKeys } from '../../imports/replayed-keys.ts';
import type { KnownKey } from '../../imports/stored-keys.ts';
import { readScope } from '../../ledger/many-pages.ts';

export interface RowsOfImport {
  /** Those that it made, as it made them. No other import was linked to any of these since. */
  own: TransactionRow[];
  /** Those that it made and that were changed since. */
  changed: TransactionRow[];
  /** Those that were there before. */
  linked: TransactionRow[];
}

/** The rows of all of these imports. */
export async function rowsOfImports(db: Database, imports: readonly ImportRow[]): Promise<RowsOfImport> {
  const found = await Promise.all(imports.map((one) => rowsOf(db, one)));
  return {
    own: found.flatMap(({ own }) => own),
    changed: found.flatMap(({ changed }) => changed),
    linked: found.flatMap(({ linked }) => linked),
  };
}

async function rowsOf(db: Database, { id, accountId }: ImportRow): Promise<RowsOfImport> {
  const keys = [...(await readKeys(db, accountId)).values()];
  const here = keys.filter(({ importId, fate }) => importId === id && fate === 'here');
  const known = rowsOfKeys(accountId, here);
  const rows: RowsOfImport = { own: [], changed: [], linked: [] };
  for (const row of (await readScope(db, accountScope(accountId))).flatMap((page) => page.rows)) {
    // Somebody else may have brought the row before, and the key may not say so yet.
    if (row.importId !== id) continue;
    const key = known.get(row.id);
    if (key ? !key.isOwn : !isNamedId(row.id)) rows.linked.push(row);
    else (key && row.version <= key.at ? rows.own : rows.changed).push(row);
  }
  return rows;
}

/** By the rows' ids. A row that came in as 0.2.0 read it has the key of today, too. */
function rowsOfKeys(accountId: string, keys: readonly KnownKey[]): Map<string, { isOwn: boolean; at: number }> {
  const known = new Map<string, { isOwn: boolean; at: number }>();
  for (const one of keys) {
    const { rowId, made } = one;
    const id = rowOfKey(accountId, one);
    const other = known.get(id);
    known.set(id, { isOwn: rowId === null || other?.isOwn === true, at: Math.max(made, other?.at ?? made) });
  }
  return known;
}
