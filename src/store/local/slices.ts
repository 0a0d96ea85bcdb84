/** Cuts what is carried over into mutations. Pure: the same contents and target always make the same slices. */
import { nameId } from '#domain/ids/name-id';
import { filled } from '#domain/mutations/mutation-slices';
import type { Insert, Operation } from '#domain/mutations/operations';
import { linkElsewhere, makeTransfer } from '#domain/transactions/transfers';
import type { CarryOver } from '../session/carry-overs.ts';
import { namesIn } from './carried-names.ts';
import type { Contents } from './contents.ts';
import { carriedSchedules, placesOfOccurrences, schedulesGoOn } from './schedules-to-carry.ts';

export interface Slice {
  /** The mutation's id, the same in each attempt. */
  id: string;
  operations: Operation[];
  /** How many rows were sides of a transfer, and are regular rows now. */
  alone: number;
}

interface Row {
  operation: Operation;
  isAlone: boolean;
}

/**
 * Transactions come after the rows that they need, and not in one mutation with them: one may be refused. Schedules go
 * on when all of their occurrences are there, so that no other device adds one before.
 */
export function slicesOf(contents: Contents, carryOver: CarryOver, rows: number): Slice[] {
  const others = [
    smallInserts(contents, carryOver),
    placesOfOccurrences(contents, carryOver),
    schedulesGoOn(contents, carryOver),
  ].map((operations) => operations.map((operation): Row[] => [{ operation, isAlone: false }]));
  const [small = [], places = [], ends = []] = others;
  const slices = [small, transactionInserts(contents, carryOver), places, ends].flatMap((groups) =>
    filled(groups, rows),
  );
  return slices.map((slice, n) => ({
    id: nameId(`carry-over:${carryOver.from}:${n}`),
    operations: slice.map(({ operation }) => operation),
    alone: slice.filter(({ isAlone }) => isAlone).length,
  }));
}

/** Rows in whose place the user has another one are left out. */
function smallInserts(contents: Contents, carryOver: CarryOver): Insert[] {
  const { accounts, categories, budgets, reconciliations, imports } = contents;
  const { to, into, accountsAt } = carryOver;
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
    ...carriedSchedules(contents, carryOver),
  ];
}

/**
 * The server says who entered them: the new owner. Both sides of a transfer go in one mutation (S65a). Sides that make
 * no transfer any more, because a side was deleted or changed, are regular rows.
 */
function transactionInserts(contents: Contents, { into }: CarryOver): Row[][] {
  const nameOf = namesIn(contents, into);
  const groups = Map.groupBy(contents.transactions, ({ id, transferId }) => transferId ?? id);
  return [...groups.values()].map((group) => {
    const rows = group.map(({ version, userId, userEmail, ...row }) => {
      return { ...row, ...nameOf(row), accountId: into[row.accountId] ?? row.accountId };
    });
    const areApart = group[0]?.transferId != null && !makeTransfer(rows);
    return rows.map(({ named, link, ...row }) => {
      const made = { ...row, ...(areApart && linkElsewhere(row, null)) };
      const operation: Insert = { kind: 'insert', table: 'transactions', row: made, ...named };
      return { operation, isAlone: areApart };
    });
  });
}
