/** What was imported into an account, and what a file is compared with before it is imported. */
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import { accountScope } from '#domain/ids/scopes';
import type { ImportFormat, ImportRow, TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { areKeysHere } from '../../imports/complete-keys.ts';
import { readKeys } from '../../imports/replayed-keys.ts';
import { pageDirectory, readPages } from '../../ledger/ledger.ts';

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
interface ForPlan {
  fates: Map<string, Fate>;
  /** Those of the wanted rows that no import of this format brought, or was linked to. */
  present: TransactionRow[];
  /** The other wanted rows, and which row a key stands for. */
  standing: TransactionRow[];
  idOf: (key: string) => string;
  /** False while rows or keys of the account are still to come. Then the server decides what is here already. */
  isComplete: boolean;
}

/** `isWanted` sees every row of the account. Only the wanted ones stay in memory. */
export async function readForPlan(
  db: Database,
  accountId: string,
  format: ImportFormat,
  isWanted: (row: TransactionRow) => boolean = () => true,
): Promise<ForPlan> {
  const scope = accountScope(accountId);
  const imports = await db.imports.where({ accountId }).toArray();
  const ofFormat = new Set(imports.flatMap((one) => (one.format === format ? [one.id] : [])));
  const present: TransactionRow[] = [];
  const standing: TransactionRow[] = [];
  const take = (row: TransactionRow) => {
    if (isWanted(row)) (row.importId && ofFormat.has(row.importId) ? standing : present).push(row);
  };
  const [keys, , isComplete] = await Promise.all([
    readKeys(db, accountId),
    eachRow(db, scope, take),
    areKeysHere(db, accountId),
  ]);
  const fates = new Map([...keys.values()].map(({ key, fate }) => [key, fate]));
  const idOf = (key: string) => keys.get(key)?.rowId ?? importedId(accountId, key);
  return { fates, present, standing, idOf, isComplete };
}

/** At least so many pages are read together. */
const PAGES = 32;
/** Dexie loses its transaction after a hundred awaits. */
const SLICES = 50;

/** Visits the rows of a scope at one moment, slice by slice. The next slice is read while one is visited. */
async function eachRow(db: Database, scope: string, visit: (row: TransactionRow) => void): Promise<void> {
  await db.transaction('r', [...db.ledger, db.outbox, db.meta], async () => {
    const names = await pageDirectory(db, scope);
    const size = Math.max(PAGES, Math.ceil(names.length / SLICES));
    const read = (from: number) => (from < names.length ? readPages(db, scope, names.slice(from, from + size)) : null);
    let next = read(0);
    for (let from = 0; next !== null; from += size) {
      const pages = await next;
      next = read(from + size);
      for (const page of pages) for (const row of page?.rows ?? []) visit(row);
    }
  });
}

function newestFirst(one: ImportRow, other: ImportRow): number {
  return one.createdAt < other.createdAt ? 1 : -1;
}
