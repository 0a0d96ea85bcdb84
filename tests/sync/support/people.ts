/** People, accounts and rows for the sync tests. */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import type { Person } from './simulated-device.ts';

export const ANNA: Person = { userId: '00000000-0000-4000-8000-00000000000a', userEmail: 'anna@example.org' };
export const BEN: Person = { userId: '00000000-0000-4000-8000-00000000000b', userEmail: 'ben@example.org' };
export const CARA: Person = { userId: '00000000-0000-4000-8000-00000000000c', userEmail: 'cara@example.org' };
export const PEOPLE = [ANNA, BEN, CARA] as const;

export const HOME = '00000000-0000-4000-8000-0000000000a1';
export const SHOP = '00000000-0000-4000-8000-0000000000a2';
export const START = Date.parse('2026-03-10T12:00:00Z');

/** Returns a valid id, the same for the same number. */
export function idOf(number: number): string {
  return `10000000-0000-4000-8000-${number.toString().padStart(12, '0')}`;
}

export function makeAccount(id: string, owner: Person): Insert {
  return {
    kind: 'insert',
    table: 'accounts',
    row: {
      id,
      createdAt: '2026-01-01T00:00:00.000Z',
      name: 'Account',
      type: 'personal',
      description: null,
      accountNumber: null,
      kind: 'other',
      archived: false,
      position: null,
      ownerId: owner.userId,
    },
  };
}

export function makeBudget(
  id: string,
  accountId: string,
  categoryId: string | null,
  createdAt = '2026-01-01T00:00:00.000Z',
): Extract<Insert, { table: 'budgets' }>['row'] {
  return {
    id,
    createdAt,
    accountId,
    name: 'Budget',
    amount: 10_000,
    categoryId,
    description: null,
    shortId: 'BUDGET0',
    currencyCode: 'USD',
    periodType: 'monthly',
    startDate: '2026-01-01',
  };
}

type Entered = Partial<
  Pick<
    TransactionRow,
    'accountId' | 'amount' | 'date' | 'type' | 'category' | 'budgetId' | 'notes' | 'nature' | 'transferId' | 'lines'
  >
>;

export function enter(number: number, over: Entered = {}): Extract<Insert, { table: 'transactions' }> {
  return {
    kind: 'insert',
    table: 'transactions',
    row: {
      id: idOf(number),
      createdAt: '2026-03-10T12:00:00.000Z',
      accountId: HOME,
      type: 'expense',
      amount: 100,
      date: '2026-03-05',
      description: `row ${number}`,
      category: 'Food',
      notes: '',
      budgetId: null,
      ...TRANSACTION_DEFAULTS,
      ...over,
    },
  };
}

/** Returns the patch of a row as its user saw it. */
export function patchOf(table: Patch['table'], row: { id: string; version: number }, after: Patch['after']): Patch {
  const fields = plainFields(row);
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, fields[field] ?? null]));
  return { kind: 'patch', table, id: row.id, seen: row.version, before, after };
}

export function change(row: TransactionRow, after: Patch['after']): Patch {
  return patchOf('transactions', row, after);
}

export function erase(row: Pick<TransactionRow, 'id'>): Operation {
  return { kind: 'delete', table: 'transactions', id: row.id };
}
