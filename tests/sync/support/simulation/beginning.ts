/** What every world begins with: the mutation by which Anna made her two accounts. */
import { newCategory } from '#domain/books/new-categories';
import type { Insert, Mutation } from '#domain/mutations/operations';
import type { TransactionLine } from '#domain/rows';
import { ANNA, enter, HOME, idOf, makeAccount, makeBudget, SHOP } from '../people.ts';

export const FOOD_BUDGET = idOf(900_001);
export const FOOD = idOf(900_002);

/** `numbers` are those of the transactions that are there, too. */
export function firstMutation(numbers: readonly number[], rows: readonly Insert[]): Mutation {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const food: Insert = {
    kind: 'insert',
    table: 'categories',
    row: { ...newCategory(HOME, 'expense', 'Food', createdAt), id: FOOD },
  };
  const budget: Insert = {
    kind: 'insert',
    table: 'budgets',
    row: makeBudget(FOOD_BUDGET, HOME, FOOD, createdAt),
  };
  const operations = [makeAccount(HOME, ANNA), makeAccount(SHOP, ANNA), food, budget, ...numbers.map(dated), ...rows];
  return { id: idOf(900_010), editedAt: createdAt, operations };
}

/** A transfer from home to the shop, and a split transaction at home. */
export function bookRows(newNumber: () => number): Insert[] {
  const transfer = { nature: 'transfer', transferId: idOf(900_003), category: 'Transfer', amount: 500 } as const;
  const lines = [line(1, 'Food', 30), line(2, 'Home', 70)];
  return [
    enter(newNumber(), transfer),
    enter(newNumber(), { ...transfer, accountId: SHOP, type: 'income' }),
    enter(newNumber(), { category: 'Split', lines }),
  ];
}

function line(number: number, category: string, cents: number): TransactionLine {
  return { id: idOf(900_020 + number), category, cents, note: '' };
}

/** A transaction in a month of its own. */
function dated(number: number): Insert {
  return enter(number, { date: `2026-0${number + 1}-1${number}`, amount: number + 1 });
}
