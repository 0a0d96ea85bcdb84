/** The rows of imports as a revert finds them. */
import { importedId } from '#domain/import-keys';
import type { ImportRow, TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import { readKeys } from '../imports/laid-keys.ts';
import { readScope } from '../ledger/ledger.ts';

export interface RowsOfImport {
  /** Those that it made, as it made them. */
  own: TransactionRow[];
  /** Those that it made and that were changed since. */
  changed: TransactionRow[];
  /** Those that were there before, and that no other import was linked to since. */
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
  const made = new Map(here.map(({ key, rowId, made: at }) => [rowId ?? importedId(accountId, key), { rowId, at }]));
  const rows: RowsOfImport = { own: [], changed: [], linked: [] };
  for (const row of (await readScope(db, accountScope(accountId))).flatMap((page) => page.rows)) {
    const key = made.get(row.id);
    if (!key) continue;
    if (key.rowId === null) (row.version > key.at ? rows.changed : rows.own).push(row);
    else if (row.importId === id) rows.linked.push(row);
  }
  return rows;
}
