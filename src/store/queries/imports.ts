/** What was imported into an account, and what a file is compared with before it is imported. */
import type { Fate } from '#domain/import-keys';
import type { ImportFormat, ImportRow, TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import { readKeys } from '../imports/laid-keys.ts';
import { readScope } from '../ledger/ledger.ts';
import { isWhole } from './whole-scope.ts';

export interface ListedImport {
  row: ImportRow;
  /** How many rows of the file it brought, or linked to rows that were there. */
  brought: number;
  /** How many of these are in the account now. */
  here: number;
}

/** The imports of an account, newest first. */
export async function readImports(db: Database, accountId: string): Promise<ListedImport[]> {
  const [rows, keys] = await Promise.all([db.imports.where({ accountId }).toArray(), readKeys(db, accountId)]);
  const byImport = Map.groupBy(keys.values(), ({ importId }) => importId);
  return rows.sort(newestFirst).map((row) => {
    const brought = byImport.get(row.id) ?? [];
    return { row, brought: brought.length, here: brought.filter(({ fate }) => fate === 'here').length };
  });
}

/** What a file is compared with (`planRows` of src/import/matching). */
export interface ForPlan {
  fates: Map<string, Fate>;
  /** The rows that no import of this format brought, or was linked to. */
  present: TransactionRow[];
  /** False while rows or keys of the account are still to come. Then the server decides what is here already. */
  isComplete: boolean;
}

export async function readForPlan(db: Database, accountId: string, format: ImportFormat): Promise<ForPlan> {
  const scope = accountScope(accountId);
  const [keys, imports, pages, isComplete] = await Promise.all([
    readKeys(db, accountId),
    db.imports.where({ accountId }).toArray(),
    readScope(db, scope),
    isWhole(db, scope),
  ]);
  const ofFormat = new Set(imports.flatMap((one) => (one.format === format ? [one.id] : [])));
  const fates = new Map([...keys.values()].map(({ key, fate }) => [key, fate]));
  const present = pages.flatMap(({ rows }) => rows.filter(({ importId }) => !importId || !ofFormat.has(importId)));
  return { fates, present, isComplete };
}

function newestFirst(one: ImportRow, other: ImportRow): number {
  return one.createdAt < other.createdAt ? 1 : -1;
}
