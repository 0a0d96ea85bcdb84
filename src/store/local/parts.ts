/** Cuts what is carried over into mutations. Pure: the same contents and target always make the same parts. */
import { nameId } from '#domain/name-id';
import type { Insert } from '#domain/operations';
import type { CarryOver } from '../session/carry-overs.ts';
import type { Contents } from './contents.ts';

export interface Part {
  /** The mutation's id, the same in each attempt. */
  id: string;
  inserts: Insert[];
}

/** Transactions come after the rows that they need, and not in one mutation with them: one may be refused. */
export function partsOf(contents: Contents, carryOver: CarryOver, rows: number): Part[] {
  const kinds = [smallInserts(contents, carryOver), transactionInserts(contents, carryOver)];
  const parts = kinds.flatMap((inserts) => chunks(inserts, rows));
  return parts.map((inserts, n) => ({ id: nameId(`carry-over:${carryOver.from}:${n}`), inserts }));
}

/** Rows in whose place the user has another one are left out. */
function smallInserts({ accounts, categories, budgets }: Contents, { to, into, accountsAt }: CarryOver): Insert[] {
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
  ];
}

/** The server says who entered them: the new owner. */
function transactionInserts({ transactions }: Contents, { into }: CarryOver): Insert[] {
  return transactions.map(({ version, userId, userEmail, ...row }): Insert => {
    return { kind: 'insert', table: 'transactions', row: { ...row, accountId: into[row.accountId] ?? row.accountId } };
  });
}

function chunks(inserts: Insert[], rows: number): Insert[][] {
  return Array.from({ length: Math.ceil(inserts.length / rows) }, (_, n) => inserts.slice(n * rows, (n + 1) * rows));
}
