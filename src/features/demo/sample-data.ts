/** One year of sample data up to today, as operations: recurring transactions on their days. The same for everybody. */
import { shortId } from '#domain/budgets';
import { builtInCategories, categoryId } from '#domain/categories';
import { monthOf, shiftDays, shiftMonths, today } from '#domain/dates';
import { nameId } from '#domain/name-id';
import type { Insert } from '#domain/operations';
import type { TransactionType } from '#domain/rows';
import { HOUSEHOLD, type Line, type SampleAccount, type SampleBudget, STUDIO } from '#texts/sample-data';

const MONTHS = 12;

const householdId = nameId('demo:household');
const studioId = nameId('demo:studio');

/** The operations that make the sample data for this user. */
export function sampleData(ownerId: string, now: Date): Insert[] {
  const first = `${monthOf(shiftMonths(today(now), -MONTHS))}-01`;
  const createdAt = `${first}T08:00:00.000Z`;
  const account = (id: string, { name, type }: SampleAccount, second: number): Insert => ({
    kind: 'insert',
    table: 'accounts',
    row: {
      id,
      name,
      type,
      description: null,
      accountNumber: null,
      ownerId,
      createdAt: `${first}T08:00:0${second}.000Z`,
    },
  });
  return [
    account(householdId, HOUSEHOLD, 0),
    account(studioId, STUDIO, 1),
    ...builtInCategories(householdId, createdAt).map((row): Insert => ({ kind: 'insert', table: 'categories', row })),
    ...HOUSEHOLD.budgets.map((budget) => budgetInsert(budget, createdAt, first)),
    ...transactions(householdId, HOUSEHOLD.lines, first, today(now)),
    ...transactions(studioId, STUDIO.lines, first, today(now)),
  ];
}

function budgetInsert({ name, amount, category }: SampleBudget, createdAt: string, startDate: string): Insert {
  const id = nameId(`demo:budget:${name}`);
  const categoryOf = category && categoryId(householdId, 'expense', category);
  const fields = { name, amount, categoryId: categoryOf, description: null, shortId: shortId(id), startDate };
  const fixed = { currencyCode: 'USD', periodType: 'monthly' } as const;
  return { kind: 'insert', table: 'budgets', row: { id, createdAt, accountId: householdId, ...fields, ...fixed } };
}

/** Every line in every month on its days, up to `until`. */
function transactions(accountId: string, lines: readonly Line[], first: string, until: string): Insert[] {
  const inserts: Insert[] = [];
  for (let month = 0; month <= MONTHS; month += 1) {
    const start = shiftMonths(first, month);
    for (const line of lines) {
      if (month % (line.every ?? 1) !== 0) continue;
      for (const [turn, day] of line.days.entries()) {
        const date = shiftDays(start, day - 1);
        if (date <= until) inserts.push(transaction(accountId, line, { date, seed: month * 7 + turn * 3 }));
      }
    }
  }
  return inserts;
}

function transaction(accountId: string, line: Line, { date, seed }: { date: string; seed: number }): Insert {
  const { category, names, cents, spread = 0 } = line;
  const type: TransactionType = line.type ?? 'expense';
  const description = names[seed % names.length] ?? category;
  // Amounts look random but are the same for everybody: a fixed walk through the numbers below a hundred.
  const amount = cents + Math.round((spread * ((seed * 37) % 100)) / 100);
  const row = { accountId, type, amount, date, description, category, notes: '', budgetId: null };
  const id = nameId(`demo:${accountId}:${date}:${category}:${description}:${amount}`);
  return { kind: 'insert', table: 'transactions', row: { id, createdAt: `${date}T12:00:00.000Z`, ...row } };
}
