/** The plan for the export of another app, as the user has changed it. What is shown is what is carried out. */
import type { TransactionType } from '#domain/rows';
import { TRANSFER } from '#domain/transactions/transfers';
import type { LinkedRow, NewRow } from '#store/commands/imports/import-carry-out';
import type { MigratedAccount, MigrationPlan } from '#store/commands/imports/migration-carry-out';
import { newId } from '#store/database/new-id';
import type { TransferPair } from '../matching/transfer-pairs.ts';
import { madeCategories } from './category-choices.ts';
import type { PreviewRow } from './messages.ts';
import type { AccountChoice, ChosenCategory, FoundMigration, PlannedBudget } from './migration-messages.ts';
import { categoriesToMake, type PlannedRow, plannedRows, rowsToImport, typeOf } from './planned-rows.ts';
import type { Changes } from './row-changes.ts';

export const NEW = 'new';
export const LEAVE = 'leave';

export interface PlannedAccount {
  choice: AccountChoice;
  /** What the file calls it. */
  name: string;
  rows: readonly PlannedRow[];
}

/** The id of the account into which the rows go; null where they stay out. */
export function idOf({ into, newId: made }: AccountChoice): string | null {
  if (into === LEAVE) return null;
  return into === NEW ? made : into;
}

/** The key under which the change of a row is kept. Two accounts of an export may have rows of one key. */
export function changeKey(account: string, key: string): string {
  return `${account}\n${key}`;
}

/** The changes of the rows of one account, by the rows' keys. */
export function changesIn(changes: Changes, account: string): Changes {
  const prefix = changeKey(account, '');
  return new Map(
    [...changes].flatMap(([key, change]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), change]] : [])),
  );
}

/** The rows of one account. `nameOf`: what the categories of the file become. */
export function plannedAccount(
  { choice, name, rows }: Omit<PlannedAccount, 'rows'> & { rows: readonly PreviewRow[] },
  changes: Changes,
  nameOf: (type: TransactionType, name: string) => string,
): PlannedAccount {
  const named = rows.map((preview): PreviewRow => {
    if (preview.why !== 'file' && !preview.lines) return preview;
    const type = typeOf(preview);
    const lines = preview.lines?.map((line) => ({ ...line, category: nameOf(type, line.category) })) ?? null;
    const category = preview.why === 'file' ? nameOf(type, preview.category) : preview.category;
    const before = [preview.category, ...(preview.lines ?? []).map((line) => line.category)];
    const isMapped = [category, ...(lines ?? []).map((line) => line.category)].some((name, at) => name !== before[at]);
    return { ...preview, lines, category, ...(isMapped && ({ isMapped } as const)) };
  });
  return { choice, name, rows: plannedRows(named, changes, choice.into === NEW) };
}

/** The same accounts, with what becomes of each row that the file calls a transfer. */
export function withSides(accounts: readonly PlannedAccount[], pairs: readonly TransferPair[]): PlannedAccount[] {
  const joined = new Map<PlannedRow, string>();
  for (const [from, to] of pairs) {
    const [one, other] = [accounts[from.account], accounts[to.account]];
    const [left, arrived] = [one?.rows[from.row], other?.rows[to.row]];
    if (!one || !other || !left || !arrived) continue;
    const [here, there] = [idOf(one.choice), idOf(other.choice)];
    if (here === null || there === null || here === there || !canBeSide(left) || !canBeSide(arrived)) continue;
    const transferId = newId();
    joined.set(left, transferId).set(arrived, transferId);
  }
  return accounts.map((account) => ({
    ...account,
    rows: account.rows.map((row): PlannedRow => {
      const account = row.preview.row.transfer;
      return account === undefined ? row : { ...row, side: { account, transferId: joined.get(row) ?? null } };
    }),
  }));
}

/** A row that is there becomes a side only when it is like any other one. */
function canBeSide({ choice, type, preview }: PlannedRow): boolean {
  const { present, row } = preview;
  if (choice === 'new') return type === typeOf(preview) && !row.opening;
  return choice === 'link' && present?.nature === 'regular' && present.budgetId === null && !present.lines;
}

/** What is carried out. */
export function planOf(planned: {
  found: Pick<FoundMigration, 'fileName' | 'app'>;
  accounts: readonly PlannedAccount[];
  categories: readonly ChosenCategory[];
  budgets: readonly PlannedBudget[];
  /** The account of the budgets. */
  budgetsInto: string;
}): MigrationPlan {
  const { found, accounts, categories, budgetsInto } = planned;
  const budgets = planned.budgets.filter(({ problem }) => problem === null);
  const used = usedCategories(accounts);
  const coming = accounts.flatMap(({ choice, rows }) => (choice.into === LEAVE ? [] : rows));
  for (const { category } of budgets) used.add(`expense ${category}`);
  return {
    fileName: found.fileName,
    format: found.app,
    accounts: accounts.flatMap((account): MigratedAccount[] => {
      const { choice } = account;
      const id = idOf(choice);
      const rows = rowsOfAccount(account);
      if (id === null || (rows.length === 0 && id !== budgetsInto)) return [];
      return [{ id, rows, made: choice.into === NEW ? { name: choice.name, kind: choice.kind } : null }];
    }),
    categories: [
      ...madeCategories(categories, (type, name) => used.has(`${type} ${name}`)),
      ...categoriesToMake(coming).map((one) => ({ ...one, group: null })),
    ],
    budgets: budgets.map(({ category, cents }) => ({ accountId: budgetsInto, category, cents })),
  };
}

function rowsOfAccount({ choice, rows }: PlannedAccount): (NewRow | LinkedRow)[] {
  if (choice.into === LEAVE) return [];
  return rows.flatMap((row) => rowsToImport([row]).map((one) => asSide(one, row.side?.transferId ?? null)));
}

function asSide(one: NewRow | LinkedRow, transferId: string | null): NewRow | LinkedRow {
  if (transferId === null) return one;
  if (one.kind === 'link') return { ...one, transferId };
  return { ...one, fields: { ...one.fields, category: TRANSFER, nature: 'transfer', transferId, lines: null } };
}

/** The categories that rows use when they come in, with their types. */
function usedCategories(accounts: readonly PlannedAccount[]): Set<string> {
  const coming = accounts.filter(({ choice }) => choice.into !== LEAVE).flatMap(({ rows }) => rows);
  return new Set(coming.flatMap((row) => namesIn(row).map((name) => `${row.type} ${name}`)));
}

function namesIn({ choice, type, category, preview, side }: PlannedRow): string[] {
  if (choice !== 'new' || preview.row.opening || side?.transferId) return [];
  const isSplit = preview.lines && type === typeOf(preview);
  return isSplit ? (preview.lines?.map((line) => line.category) ?? []) : [category];
}
