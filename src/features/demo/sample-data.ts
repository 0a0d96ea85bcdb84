/** One year of sample data up to today, as operations: recurring transactions on their days. The same for everybody. */
import { shortId } from '#domain/books/budgets';
import { builtInCategories, categoryId } from '#domain/books/new-categories';
import { OPENING_BALANCE } from '#domain/books/opening';
import { monthOf, shiftDays, shiftMonths, today } from '#domain/dates/dates';
import { nameId } from '#domain/ids/name-id';
import type { Insert } from '#domain/mutations/operations';
import {
  HOUSEHOLD,
  PUT_ASIDE,
  SAVINGS,
  type SampleAccount,
  type SampleBudget,
  type SampleTransfer,
  STUDIO,
} from '#texts/device/sample-data';
import { type SampleRow, sampleRow, transferRows } from './sample-rows.ts';
import { insertOf, schedulesOf } from './sample-schedules.ts';
import { reconciled } from './sample-statements.ts';

const MONTHS = 12;

const householdId = nameId('demo:household');
const savingsId = nameId('demo:savings');
const studioId = nameId('demo:studio');

/** The operations that make the sample data for this user. */
export function sampleData(ownerId: string, now: Date): Insert[] {
  const day = today(now);
  const first = `${monthOf(shiftMonths(day, -MONTHS))}-01`;
  const createdAt = `${first}T08:00:00.000Z`;
  const span = { first, until: day };
  const account = (id: string, { name, type, kind }: SampleAccount, second: number): Insert => ({
    kind: 'insert',
    table: 'accounts',
    row: {
      id,
      name,
      type,
      description: null,
      accountNumber: null,
      ownerId,
      kind,
      archived: false,
      position: null,
      createdAt: `${first}T08:00:0${second}.000Z`,
    },
  });
  const putAside = transfers(PUT_ASIDE, span);
  const household = [...rowsOf(householdId, HOUSEHOLD, span), ...putAside.map(({ from }) => from)];
  const savings = [...rowsOf(savingsId, SAVINGS, span), ...putAside.map(({ to }) => to)];
  const compared = reconciled(householdId, household, day);
  return [
    account(householdId, HOUSEHOLD, 0),
    account(studioId, STUDIO, 1),
    account(savingsId, SAVINGS, 2),
    ...builtInCategories(householdId, createdAt).map((row): Insert => ({ kind: 'insert', table: 'categories', row })),
    ...HOUSEHOLD.budgets.map((budget) => budgetInsert(budget, createdAt, first)),
    ...compared.statements.map((row): Insert => ({ kind: 'insert', table: 'reconciliations', row })),
    ...schedulesOf(householdId, HOUSEHOLD, { first, createdAt }),
    ...compared.rows.map((row) => insertOf(row, HOUSEHOLD)),
    ...[...savings, ...rowsOf(studioId, STUDIO, span)].map(
      (row): Insert => ({ kind: 'insert', table: 'transactions', row }),
    ),
  ];
}

function budgetInsert({ name, amount, category }: SampleBudget, createdAt: string, startDate: string): Insert {
  const id = nameId(`demo:budget:${name}`);
  const categoryOf = category && categoryId(householdId, 'expense', category);
  const fields = { name, amount, categoryId: categoryOf, description: null, shortId: shortId(id), startDate };
  const fixed = { currencyCode: 'USD', periodType: 'monthly' } as const;
  return { kind: 'insert', table: 'budgets', row: { id, createdAt, accountId: householdId, ...fields, ...fixed } };
}

/** From the first day of a month to a day, both included. */
interface Span {
  first: string;
  until: string;
}

/** The opening balance, and every line in every month on its days. */
function rowsOf(accountId: string, { lines, opening }: SampleAccount, { first, until }: Span): SampleRow[] {
  const start = {
    names: [OPENING_BALANCE],
    category: OPENING_BALANCE,
    days: [1],
    cents: opening,
    type: 'income',
  } as const;
  const rows = [{ ...sampleRow(accountId, start, { date: first, seed: 0 }), nature: 'opening' as const }];
  const regular: SampleRow[] = [];
  for (let month = 0; month <= MONTHS; month += 1) {
    const begin = shiftMonths(first, month);
    for (const line of lines) {
      if (month % (line.every ?? 1) !== 0) continue;
      for (const [turn, day] of line.days.entries()) {
        const date = shiftDays(begin, day - 1);
        if (date <= until) regular.push(sampleRow(accountId, line, { date, seed: month * 7 + turn * 3 }));
      }
    }
  }
  return [...rows, ...regular];
}

/** Both sides of a transfer to the savings in every month. */
function transfers(transfer: SampleTransfer, { first, until }: Span): { from: SampleRow; to: SampleRow }[] {
  const dates = Array.from({ length: MONTHS + 1 }, (_, month) =>
    shiftDays(shiftMonths(first, month), transfer.day - 1),
  );
  return dates.filter((date) => date <= until).map((date) => transferRows(householdId, savingsId, transfer, date));
}
