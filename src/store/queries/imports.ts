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

/** Whether anything was imported into the account, as far as this device knows. */
export async function hasImports(db: Database, accountId: string): Promise<boolean> {
  return (await db.imports.where({ accountId }).count()) > 0;
}

/**
 * The imports of one export of another app, this one among them, in the accounts that the user has. They were made in
 * one moment. An import of any other file is alone.
 */
export async function togetherWith(db: Database, { id, format, fileName, userId, createdAt }: ImportRow) {
  const isOne = (one: ImportRow) =>
    one.id === id ||
    (['ynab', 'actual', 'firefly'].includes(format) &&
      one.format === format &&
      one.fileName === fileName &&
      one.userId === userId &&
      one.createdAt === createdAt);
  return db.imports.filter(isOne).toArray();
}

/** The accounts of these imports, and how many of their rows are there now. */
export async function readTogether(
  db: Database,
  { row, here: alone }: ListedImport,
): Promise<{ names: string[]; here: number }> {
  const imports = await togetherWith(db, row);
  if (imports.length < 2) return { names: [], here: alone };
  const accounts = await db.accounts.bulkGet(imports.map(({ accountId }) => accountId));
  const listed = await Promise.all(imports.map(async ({ accountId }) => readImports(db, accountId)));
  const ids = new Set(imports.map(({ id }) => id));
  const here = listed.flat().reduce((sum, one) => sum + (ids.has(one.row.id) ? one.here : 0), 0);
  return { names: accounts.flatMap((account) => account?.name ?? []), here };
}

/** What a file is compared with (`planRows` of src/import/matching). */
export interface ForPlan {
  fates: Map<string, Fate>;
  /** All rows of the account. */
  rows: TransactionRow[];
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
  const rows = pages.flatMap((page) => page.rows);
  const present = rows.filter(({ importId }) => !importId || !ofFormat.has(importId));
  return { fates, rows, present, isComplete };
}

function newestFirst(one: ImportRow, other: ImportRow): number {
  return one.createdAt < other.createdAt ? 1 : -1;
}
