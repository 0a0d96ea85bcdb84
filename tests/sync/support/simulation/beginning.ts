/** What every world begins with: the mutation by which Anna made her two accounts. */
import type { Insert, Mutation } from '#domain/operations';
import { ANNA, enter, HOME, idOf, makeAccount, makeBudget, SHOP } from '../people.ts';

export const FOOD_BUDGET = idOf(900_001);
export const FOOD = idOf(900_002);

/** `rows`: the numbers of the transactions that are there, too. */
export function firstMutation(rows: readonly number[]): Mutation {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const food: Insert = {
    kind: 'insert',
    table: 'categories',
    row: { id: FOOD, createdAt, accountId: HOME, name: 'Food', type: 'expense' },
  };
  const budget: Insert = {
    kind: 'insert',
    table: 'budgets',
    row: makeBudget(FOOD_BUDGET, HOME, FOOD, createdAt),
  };
  const operations = [makeAccount(HOME, ANNA), makeAccount(SHOP, ANNA), food, budget, ...rows.map(dated)];
  return { id: idOf(900_010), editedAt: createdAt, operations };
}

/** A transaction in a month of its own. */
function dated(number: number): Insert {
  return enter(number, { date: `2026-0${number + 1}-1${number}`, amount: number + 1 });
}
