/**
 * Somebody chooses a category, and its name changes before they save. Commands write the name that the category has
 * when they commit (S73 in sync/SPEC.md).
 */
import { defaultAccount } from '#domain/books/accounts';
import { findCategory, UNCATEGORIZED } from '#domain/books/categories';
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import type { CategoryRow, Fields, TransactionRow, TransactionType } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import type { FormerNames } from '../../database/former-names.ts';
import type { NewMutation, UnderPresentNames } from '../../optimistic/mutations.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { categoryInsert } from './category-insert.ts';

export interface Choosing {
  now: Date;
  /** The ids of chosen categories, by the id of the transaction or of the line that is to have one. */
  chosen?: ReadonlyMap<string, string> | undefined;
  /** Transactions that the operations patch, as the user saw them. */
  seen?: readonly TransactionRow[] | undefined;
}

/** A category as an operation names it; `id` is the one that was chosen, where that is known. */
interface Named {
  accountId: string;
  type: TransactionType;
  name: string;
  id: string | undefined;
  /** The row had it before, so nobody chose it. It follows only renames in its own account. */
  stands?: boolean;
}

/**
 * The same mutations with the names of categories as they are now. A name is that of the chosen id. Without an id, or
 * when that category is gone, it is the name as chosen. But if no category has that name any more and one has had it,
 * it is that one's. `made` makes the category where the account of the transaction lacks it, if the role allows that.
 * Runs in the transaction that commits.
 */
async function underPresentNames(
  db: Database,
  mutations: readonly NewMutation[],
  { now, chosen = new Map(), seen = [] }: Choosing,
  reading: Promise<FormerNames>,
): ReturnType<UnderPresentNames> {
  // What was chosen is looked up in any case, so no round trip of its own is spent on it.
  const [former, ahead] = await Promise.all([reading, chosen.size > 0 ? readNames(db) : null]);
  const bearers = { chosen, seen: new Map(seen.map((row) => [row.id, row])) };
  const had = new Set([...former.values()].flat());
  const open = new Map<string, Named>();
  const collect = (named: Named) => {
    if (named.id !== undefined || had.has(named.name)) open.set(keyOf(named), named);
    return named.name;
  };
  for (const operation of mutations.flatMap(({ operations }) => operations)) renamed(operation, bearers, collect);
  if (open.size === 0) return { mutations, made: [] };
  const { names, missing } = presentNames([...open.values()], former, ahead ?? (await readNames(db)));
  const nameOf = (named: Named) => names.get(keyOf(named)) ?? named.name;
  const present = mutations.map((mutation) => ({
    ...mutation,
    operations: mutation.operations.map((one) => renamed(one, bearers, nameOf)),
  }));
  return { mutations: present, made: await insertsOf(db, missing, now) };
}

/** What gives a commit the present names. */
export function presentNaming(db: Database, choosing: Choosing): UnderPresentNames {
  return (mutations, reading) => underPresentNames(db, mutations, choosing, reading);
}

function keyOf({ accountId, type, name, id, stands = false }: Named): string {
  return [accountId, type, id, stands, name].join(' ');
}

/** All categories, and where those of the user's default account serve. */
interface Here {
  categories: readonly CategoryRow[];
  defaultId: string | undefined;
  owned: ReadonlySet<string>;
}

async function readNames(db: Database): Promise<Here> {
  const [categories, accounts] = await Promise.all([db.categories.toArray(), db.accounts.toArray()]);
  const owned = new Set(accounts.flatMap(({ id, ownerId }) => (ownerId === db.userId ? id : [])));
  return { categories, defaultId: defaultAccount(accounts, db.userId)?.id, owned };
}

/** The present names, by `keyOf`, and the categories that accounts lack. */
function presentNames(
  open: readonly Named[],
  former: FormerNames,
  here: Here,
): { names: Map<string, string>; missing: Lacking[] } {
  const { categories, defaultId } = here;
  const byId = new Map(categories.map((one) => [one.id, one]));
  const names = new Map<string, string>();
  const missing = new Map<string, Lacking>();
  for (const named of open) {
    const { accountId, type, stands } = named;
    const ofType = Map.groupBy(
      categories.filter((one) => one.type === type),
      (one) => one.accountId,
    );
    const own = ofType.get(accountId) ?? [];
    const offered = [...own, ...((!stands && ofType.get(defaultId ?? '')) || [])];
    const category = byId.get(named.id ?? '') ?? hadName(offered, named.name, former);
    if (!category) continue;
    const standing = category.accountId === accountId ? category : findCategory(own, type, category.name);
    const { name } = standing ?? category;
    names.set(keyOf(named), name);
    if (!standing && category.type === type) missing.set(`${accountId} ${type} ${name}`, { accountId, type, name });
  }
  return { names, missing: [...missing.values()].filter((one) => !isServed(one, here)) };
}

/** The categories of the default account serve all accounts of its owner, so these need none of their own. */
function isServed({ accountId, type, name }: Lacking, { categories, defaultId, owned }: Here): boolean {
  const ofDefault = categories.filter((one) => one.accountId === defaultId);
  return owned.has(accountId) && findCategory(ofDefault, type, name) !== undefined;
}

/** The first category that had the name, if none has it now. */
function hadName(categories: readonly CategoryRow[], name: string, former: FormerNames): CategoryRow | undefined {
  if (name === UNCATEGORIZED || categories.some((one) => one.name === name)) return undefined;
  return categories.find(({ id }) => former.get(id)?.includes(name));
}

type Lacking = Pick<CategoryRow, 'accountId' | 'type' | 'name'>;

/** What makes them, where the role allows it. */
async function insertsOf(db: Database, missing: readonly Lacking[], now: Date): Promise<Insert[]> {
  const inserts: Insert[] = [];
  for (const { accountId, type, name } of missing) {
    const { account } = await readAccess(db, db.userId, { accountId });
    if (can(account, 'category.manage')) inserts.push(await categoryInsert(db, accountId, type, name, now));
  }
  return inserts;
}

interface Bearers {
  chosen: ReadonlyMap<string, string>;
  seen: ReadonlyMap<string, TransactionRow>;
}

/**
 * The operation with other names of categories. The category of a row that is not regular is a word of the app, and so
 * is that of a split row, whose lines have the categories.
 */
function renamed(operation: Operation, bearers: Bearers, nameOf: (named: Named) => string): Operation {
  if (operation.kind === 'patch')
    return operation.table === 'transactions' ? renamedPatch(operation, bearers, nameOf) : operation;
  if (operation.kind === 'call' || operation.kind === 'delete' || operation.table !== 'transactions') return operation;
  const { accountId, category, lines, id, nature } = operation.row;
  if (nature !== 'regular') return operation;
  const type = categoryType(operation.row);
  const named = (name: string, bearer: string) => nameOf({ accountId, type, name, id: bearers.chosen.get(bearer) });
  const row = lines
    ? { ...operation.row, lines: lines.map((line) => ({ ...line, category: named(line.category, line.id) })) }
    : { ...operation.row, category: named(category, id) };
  return operation.kind === 'insert' ? { ...operation, row } : { ...operation, row };
}

function renamedPatch(patch: Patch, { chosen, seen }: Bearers, nameOf: (named: Named) => string): Patch {
  const row = seen.get(patch.id);
  if (!row) return patch;
  const renamedIn = (values: Fields): Fields => {
    const type = (values.type ?? row.type) === 'income' ? 'income' : 'expense';
    const refund = Boolean(values.refund ?? row.refund);
    const place = { accountId: String(values.accountId ?? row.accountId), type: categoryType({ type, refund }) };
    const named = (name: string, bearer: string) => {
      const stands = nameIn(row, bearer) === name;
      return nameOf({ ...place, name, stands, id: stands ? undefined : chosen.get(bearer) });
    };
    const { category, lines, nature = row.nature } = values;
    if (nature !== 'regular') return values;
    if (Array.isArray(lines)) {
      return { ...values, lines: lines.map((line) => ({ ...line, category: named(line.category, line.id) })) };
    }
    return typeof category === 'string' ? { ...values, category: named(category, row.id) } : values;
  };
  return { ...patch, before: renamedIn(patch.before), after: renamedIn(patch.after) };
}

/** The category of the row, or of its line with this id. */
function nameIn(row: TransactionRow, bearer: string): string | undefined {
  if (bearer === row.id) return row.lines ? undefined : row.category;
  return row.lines?.find(({ id }) => id === bearer)?.category;
}
