/** Valid rows for tests of the store; a test names only the fields that matter to it. */
import { monthOf } from '#domain/dates/dates';
import type { Insert } from '#domain/mutations/operations';
import {
  type AccountRow,
  type BudgetRow,
  type CategoryRow,
  type InvitationRow,
  type MembershipRow,
  TRANSACTION_DEFAULTS,
  type TransactionRow,
} from '#domain/rows';
import { MonthBooks } from '../ledger/ledger.ts';
import type { Database } from './database.ts';

export const ANNA = { userId: '00000000-0000-4000-8000-00000000000a', userEmail: 'anna@example.org' };
export const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
export const OTHER_ACCOUNT = '00000000-0000-4000-8000-0000000000a2';

/** Returns a valid id, the same for the same number. */
export function idOf(number: number): string {
  return `10000000-0000-4000-8000-${number.toString().padStart(12, '0')}`;
}

export function transactionRow(number: number, over: Partial<TransactionRow> = {}): TransactionRow {
  return {
    id: idOf(number),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: ACCOUNT,
    type: 'expense',
    amount: 100,
    date: '2026-03-05',
    description: `row ${number}`,
    category: 'Food',
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
    ...ANNA,
    ...over,
  };
}

export function accountRow(over: Partial<AccountRow> = {}): AccountRow {
  return {
    id: ACCOUNT,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    name: 'Personal',
    type: 'personal',
    description: null,
    accountNumber: null,
    ownerId: ANNA.userId,
    kind: 'other',
    archived: false,
    position: null,
    ...over,
  };
}

export function categoryRow(number: number, over: Partial<CategoryRow> = {}): CategoryRow {
  return {
    id: idOf(number),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: ACCOUNT,
    name: 'Food',
    type: 'expense',
    group: null,
    archived: false,
    ...over,
  };
}

export function budgetRow(number: number, over: Partial<BudgetRow> = {}): BudgetRow {
  return {
    id: idOf(number),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: ACCOUNT,
    name: `Budget ${number}`,
    amount: 10_000,
    categoryId: null,
    description: null,
    shortId: '1000000',
    currencyCode: 'USD',
    periodType: 'monthly',
    startDate: '2026-01-01',
    ...over,
  };
}

/** Ben, who joined Anna's account. */
export function membershipRow(number: number, over: Partial<MembershipRow> = {}): MembershipRow {
  return {
    id: idOf(number),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: ACCOUNT,
    target: 'account',
    budgetId: null,
    userId: idOf(900),
    email: 'ben@example.org',
    name: 'Ben',
    role: 'member',
    ...over,
  };
}

/** Anna invites Cara to her account; it holds until the end of 2026. */
export function invitationRow(number: number, over: Partial<InvitationRow> = {}): InvitationRow {
  return {
    id: idOf(number),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: ACCOUNT,
    target: 'account',
    budgetId: null,
    targetName: 'Personal',
    email: 'cara@example.org',
    name: '',
    role: 'viewer',
    invitedBy: ANNA.userId,
    invitedByEmail: ANNA.userEmail,
    status: 'pending',
    expiresAt: '2026-12-31T00:00:00.000Z',
    ...over,
  };
}

/** The operation by which a device enters this row. */
export function insertTransaction(row: TransactionRow): Insert {
  const { version, userId, userEmail, ...writable } = row;
  return { kind: 'insert', table: 'transactions', row: writable };
}

/** Puts a row into the ledger as the server has it. */
export async function syncedTransaction(db: Database, row: TransactionRow): Promise<void> {
  await db.transaction('rw', db.ledger, async () => {
    const books = new MonthBooks(db);
    await books.at({ scope: `account:${row.accountId}`, month: monthOf(row.date) }).add(row);
    await books.save();
  });
}
