/** Cuts what is carried over into mutations. Pure: the same contents and target always make the same slices. */
import { importedId } from '#domain/ids/imported-id';
import { nameId } from '#domain/ids/name-id';
import { filled } from '#domain/mutations/mutation-slices';
import type { Insert } from '#domain/mutations/operations';
import { linkElsewhere, makeTransfer } from '#domain/transactions/transfers';
import type { CarryOver } from '../session/carry-overs.ts';
import type { Contents } from './contents.ts';

export interface Slice {
  /** The mutation's id, the same in each attempt. */
  id: string;
  inserts: Insert[];
  /** How many rows were sides of a transfer, and are regular rows now. */
  alone: number;
}

interface Row {
  insert: Insert;
  isAlone: boolean;
}

/** Transactions come after the rows that they need, and not in one mutation with them: one may be refused. */
export function slicesOf(contents: Contents, carryOver: CarryOver, rows: number): Slice[] {
  const small = smallInserts(contents, carryOver).map((insert) => [{ insert, isAlone: false }]);
  const slices = [small, transactionInserts(contents, carryOver)].flatMap((groups) => filled(groups, rows));
  return slices.map((slice, n) => ({
    id: nameId(`carry-over:${carryOver.from}:${n}`),
    inserts: slice.map(({ insert }) => insert),
    alone: slice.filter(({ isAlone }) => isAlone).length,
  }));
}

/** Rows in whose place the user has another one are left out. */
function smallInserts(
  { accounts, categories, budgets, reconciliations, imports }: Contents,
  { to, into, accountsAt }: CarryOver,
): Insert[] {
  const here = ({ id }: { id: string }) => into[id] === undefined;
  return [
    ...accounts.filter(here).map(({ version, ...row }, n): Insert => {
      const createdAt = accountsAt === null ? row.createdAt : new Date(Date.parse(accountsAt) + n).toISOString();
      return { kind: 'insert', table: 'accounts', row: { ...row, createdAt, ownerId: to } };
    }),
    ...categories.filter(here).map(({ version, ...row }): Insert => {
      return { kind: 'insert', table: 'categories', row: { ...row, accountId: into[row.accountId] ?? row.accountId } };
    }),
    ...budgets.map(({ version, ...row }): Insert => {
      const accountId = into[row.accountId] ?? row.accountId;
      const categoryId = row.categoryId === null ? null : (into[row.categoryId] ?? row.categoryId);
      return { kind: 'insert', table: 'budgets', row: { ...row, accountId, categoryId } };
    }),
    ...reconciliations.map(({ version, userId, userEmail, changes, ...row }): Insert => {
      const accountId = into[row.accountId] ?? row.accountId;
      return { kind: 'insert', table: 'reconciliations', row: { ...row, accountId } };
    }),
    ...imports.map(({ version, userId, userEmail, ...row }): Insert => {
      const accountId = into[row.accountId] ?? row.accountId;
      return { kind: 'insert', table: 'imports', row: { ...row, accountId } };
    }),
  ];
}

/**
 * The server says who entered them: the new owner. Both sides of a transfer go in one mutation (S65a). Sides that make
 * no transfer any more, because a side was deleted or changed, are regular rows.
 */
function transactionInserts({ transactions, keys }: Contents, { into }: CarryOver): Row[][] {
  const groups = Map.groupBy(transactions, ({ id, transferId }) => transferId ?? id);
  return [...groups.values()].map((group) => {
    const rows = group.map(({ version, userId, userEmail, ...row }) => {
      return { ...row, accountId: into[row.accountId] ?? row.accountId, from: row.accountId };
    });
    const areApart = group[0]?.transferId != null && !makeTransfer(rows);
    return rows.map(({ from, ...row }) => {
      const key = row.importId === null ? undefined : keys.get(row.id);
      const id = idIn({ id: row.id, accountId: from }, row.accountId, key);
      const made = { ...row, id, ...(areApart && linkElsewhere(row, null)) };
      return { insert: { kind: 'insert', table: 'transactions', row: made, ...(key && { key }) }, isAlone: areApart };
    });
  });
}

/** A row keeps its id, but for one that is made of a key: that id belongs to an account and comes with its key. */
function idIn(row: { id: string; accountId: string }, accountId: string, key: string | undefined): string {
  if (key !== undefined && row.id === importedId(row.accountId, key)) return importedId(accountId, key);
  const isNamed = row.id[14] === '5';
  return isNamed ? `${row.id.slice(0, 14)}8${row.id.slice(15)}` : row.id;
}
