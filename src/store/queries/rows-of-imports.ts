/** The rows of imports as a revert finds them. */
import { importedId, isNamedId } from '#domain/imported-id';
import type { ImportRow, TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import { readKeys } from '../imports/laid-keys.ts';
import { readScope } from '../ledger/many-pages.ts';

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
  const known = new Map(here.map(({ key, rowId, made: at }) => [rowId ?? importedId(accountId, key), { rowId, at }]));
  const rows: RowsOfImport = { own: [], changed: [], linked: [] };
  for (const row of (await readScope(db, accountScope(accountId))).flatMap((page) => page.rows)) {
    // Somebody else may have brought the row before, and the key may not say so yet.
    if (row.importId !== id) continue;
    const key = known.get(row.id);
    if (key ? key.rowId !== null : !isNamedId(row.id)) rows.linked.push(row);
    else (key && row.version <= key.at ? rows.own : rows.changed).push(row);
  }
  return rows;
}
