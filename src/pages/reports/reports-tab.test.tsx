// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, formatPeriod, lastMonthUntil, shiftDays, shiftMonths } from '#domain/dates/dates';
import { createBudget } from '#store/commands/budgets/budget-create';
import { groupCategory } from '#store/commands/categories/category-group';
import type { Database } from '#store/database/database';
import { budgetRow } from '#store/database/rows.fixture';
import { ACTOR, type Screen } from '../../../tests/support/signed-in-screen.tsx';
import { account, DAY, ENTRIES, enter, expectTotal, showReport, total } from './report.fixture.tsx';

let shown: Screen;
afterEach(async () => {
  vi.restoreAllMocks();
  await shown.close();
});

async function open(prepare: (db: Database) => Promise<unknown>) {
  shown = await showReport(prepare);
}

const openPersonal = () => open(async (db) => enter(db, await account(db, 'Personal'), ENTRIES));

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const box = (name: string) => screen.findByRole('checkbox', { name });
const checkedBoxes = () =>
  screen.getAllByRole('checkbox', { checked: true }).map((one) => one.closest('label')?.textContent);

/** The first cells and the amounts of the breakdown. */
function breakdown() {
  const rows = within(screen.getByRole('table', { name: 'By category' }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => [row.firstElementChild?.textContent, row.lastElementChild?.textContent]);
}

describe('a report', () => {
  it('starts with the period from one month ago to today, over all accounts and categories', async () => {
    await openPersonal();
    const { from, to } = lastMonthUntil(DAY);
    expect(screen.getByLabelText('From')).toHaveProperty('value', formatDate(from));
    expect(screen.getByLabelText('To')).toHaveProperty('value', formatDate(to));
    expect(screen.getByRole('combobox', { name: 'Account' })).toHaveProperty('value', 'All accounts');
    await box('Food');
    expect(checkedBoxes()).toEqual(['All categories']);
  });

  it('puts categories below their groups, which have sums of their own', async () => {
    await open(async (db) => {
      await enter(db, await account(db, 'Personal'), ENTRIES);
      for (const name of ['Food', 'Housing']) {
        const category = await db.categories.filter((one) => one.name === name).first();
        await groupCategory(db, ACTOR, { id: category?.id ?? '', group: 'Living' });
      }
    });
    await waitFor(() =>
      expect(breakdown()).toEqual([
        ['Without a group', '+$3,000.00'],
        ['Salary', '+$3,000.00'],
        ['Living', '-$920.30'],
        ['Housing', '-$900.00'],
        ['Food', '-$20.30'],
        ['Net Change', '+$2,079.70'],
      ]),
    );
  });

  it('has totals, net change and a breakdown that sums to them', async () => {
    await openPersonal();
    await expectTotal('Total Income', '+$3,000.00');
    expect(total('Total Expenses')).toBe('$920.30');
    expect(total('Net Change')).toBe('+$2,079.70');
    expect(breakdown()).toEqual([
      ['Salary', '+$3,000.00'],
      ['Housing', '-$900.00'],
      ['Food', '-$20.30'],
      ['Net Change', '+$2,079.70'],
    ]);
  });

  it('says so when there is nothing in the period, and has nothing to export', async () => {
    await open((db) => account(db, 'Personal'));
    expect(await screen.findByText('No data for the selected period')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true);
  });

  it('follows its period, both ends included', async () => {
    const before = shiftDays(shiftMonths(DAY, -1), -1);
    await open(async (db) => enter(db, await account(db, 'Personal'), [...ENTRIES, ['expense', '5', 'Food', before]]));
    await expectTotal('Total Expenses', '$920.30');
    choose('From', before);
    await expectTotal('Total Expenses', '$925.30');
    choose('To', before);
    await expectTotal('Total Expenses', '$5.00');
  });

  it('takes its days as people write them, and says what is no date', async () => {
    await openPersonal();
    choose('To', 'yesterday');
    await expectTotal('Total Expenses', '$0.20');
    choose('From', 'soon');
    expect(await screen.findByText(/^Enter a date, such as/)).toBeTruthy();
  });

  it('shows an error for a period that ends before it begins', async () => {
    await openPersonal();
    choose('To', shiftMonths(DAY, -2));
    expect(await screen.findByText('The period ends before it begins.')).toBeTruthy();
    expect(await screen.findByText('No data for the selected period')).toBeTruthy();
    choose('To', DAY);
    await expectTotal('Total Expenses', '$920.30');
    expect(screen.queryByText('The period ends before it begins.')).toBeNull();
  });

  it('follows new transactions', async () => {
    let accountId = '';
    await open(async (db) => {
      accountId = await account(db, 'Personal');
      await enter(db, accountId, ENTRIES);
    });
    await expectTotal('Total Expenses', '$920.30');
    await enter(shown.db, accountId, [['expense', '0.70', 'Food']]);
    await expectTotal('Total Expenses', '$921.00');
  });
});

describe('a report over time', () => {
  /** The cells of its rows, in reading order. */
  const overTime = () =>
    within(screen.getByRole('table', { name: 'Over time' }))
      .getAllByRole('row')
      .map((row) => [row.firstElementChild?.firstChild?.textContent, row.lastElementChild?.textContent]);

  it('has the days of its first period, and tells which days have no transactions', async () => {
    await openPersonal();
    await screen.findByRole('table', { name: 'Over time' });
    const days = overTime();
    const { from } = lastMonthUntil(DAY);
    expect(days[0]).toEqual(['Day', 'Net']);
    expect(days.slice(1)).toEqual([
      [formatPeriod({ from, to: shiftDays(DAY, -2) }), 'No entries'],
      [formatDate(shiftDays(DAY, -1)), '-$0.20'],
      [formatDate(DAY), '+$2,079.90'],
    ]);
  });

  it('says the net worth at the end of each day, and no balance of some categories', async () => {
    await openPersonal();
    const worth = () => screen.queryByRole('table', { name: 'Net worth over time', hidden: true });
    await waitFor(() => expect(worth()).not.toBeNull());
    const rows = [...(worth()?.querySelectorAll('tbody tr') ?? [])].map(({ children }) => children[1]?.textContent);
    expect(rows.slice(-3)).toEqual(['$0.00', '-$0.20', '$2,079.70']);
    fireEvent.click(await box('Food'));
    await expectTotal('Total Expenses', '$20.30');
    await waitFor(() => expect(worth()).toBeNull());
  });

  it('compares what was spent in this month with the months before', async () => {
    const lastMonth = shiftMonths(`${DAY.slice(0, 7)}-01`, -1);
    const entries = [['expense', '20', 'Food'] as const, ['expense', '300', 'Food', lastMonth] as const];
    await open(async (db) => enter(db, await account(db, 'Personal'), entries));
    const said = await screen.findByText(/so far/);
    expect(said.textContent).toBe('$20.00 so far. By this day, the months before had come to $300.00 on average.');
  });

  it('goes by month in a year', async () => {
    await openPersonal();
    choose('From', shiftDays(shiftMonths(DAY, -12), 1));
    await waitFor(() => expect(overTime()[0]).toEqual(['Month', 'Net']));
  });
});

describe('a quick period', () => {
  it('sets both dates, and is deselected by another date', async () => {
    await openPersonal();
    const periods = within(screen.getByRole('group', { name: 'Period' }));
    expect(periods.queryByRole('radio', { checked: true })).toBeNull();
    fireEvent.click(periods.getByRole('radio', { name: 'Last 12 months' }));
    expect(screen.getByLabelText('From')).toHaveProperty('value', formatDate(shiftDays(shiftMonths(DAY, -12), 1)));
    expect(screen.getByLabelText('To')).toHaveProperty('value', formatDate(DAY));
    expect(periods.getByRole('radio', { checked: true }).closest('label')?.textContent).toMatch(
      DAY.endsWith('12-31') ? 'This year' : 'Last 12 months',
    );
    choose('To', shiftDays(DAY, 1));
    expect(periods.queryByRole('radio', { checked: true })).toBeNull();
    fireEvent.click(periods.getByRole('radio', { name: 'This year' }));
    expect(screen.getByLabelText('To')).toHaveProperty('value', `Dec 31, ${DAY.slice(0, 4)}`);
  });
});

describe('the scope of a report', () => {
  it('is one account when one is chosen', async () => {
    await open(async (db) => {
      await enter(db, await account(db, 'Personal'), ENTRIES);
      await enter(db, await account(db, 'Business'), [['income', '1', 'Salary']]);
    });
    await expectTotal('Total Income', '+$3,001.00');
    expect(screen.getByRole('combobox', { name: 'Account' })).toHaveProperty('value', 'All accounts');
    fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: 'business' } });
    await expectTotal('Total Income', '+$1.00');
  });

  it('is by budget for who has a budget of somebody else and no account', async () => {
    await open(async (db) => {
      await db.budgets.put(budgetRow(1, { name: 'Eating' }));
    });
    expect(screen.queryByRole('radio', { name: 'Account' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Budget' })).toHaveProperty('value', 'All budgets');
  });

  it('counts what budgets cover when it is by budget', async () => {
    await open(async (db) => {
      await enter(db, await account(db, 'Personal'), ENTRIES);
      const food = await db.categories.filter(({ name }) => name === 'Food').first();
      await createBudget(db, ACTOR, { name: 'Eating', amount: '100', categoryId: food?.id ?? '' });
    });
    await expectTotal('Total Expenses', '$920.30');
    fireEvent.click(screen.getByRole('radio', { name: 'Budget' }));
    await expectTotal('Total Expenses', '$20.30');
    expect(screen.getByRole('combobox', { name: 'Budget' })).toHaveProperty('value', 'All budgets');
  });
});

describe('the category filter', () => {
  it('narrows the report to several categories', async () => {
    await openPersonal();
    fireEvent.click(await box('Food'));
    await expectTotal('Total Expenses', '$20.30');
    fireEvent.click(await box('Housing'));
    await expectTotal('Total Expenses', '$920.30');
    expect(total('Total Income')).toBe('$0.00');
    expect(checkedBoxes()).toEqual(['Food', 'Housing']);
  });

  it('reverts to all when the last remaining category is unchecked', async () => {
    await openPersonal();
    fireEvent.click(await box('Food'));
    fireEvent.click(await box('Food'));
    expect(checkedBoxes()).toEqual(['All categories']);
    await expectTotal('Total Income', '+$3,000.00');
  });
});

it('exports what it shows as a file named after the day', async () => {
  const files: { name: string; blob: Blob }[] = [];
  let latest = new Blob();
  // jsdom has neither of the two.
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) latest = blob;
    return 'blob:report';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: latest });
  });
  await openPersonal();
  fireEvent.click(await box('Food'));
  await expectTotal('Total Expenses', '$20.30');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual([`financial-report-${DAY}.csv`]));
  const { from, to } = lastMonthUntil(DAY);
  expect(await files[0]?.blob.text()).toBe(
    [
      'Financial report',
      `Period,${from},${to}`,
      'Scope,All accounts',
      'Categories,Food',
      '',
      'Summary,Amount',
      'Total Income,0.00',
      'Total Expenses,20.30',
      'Net Change,-20.30',
      '',
      'Category,Type,Amount',
      'Food,Expense,-20.30',
      '',
    ].join('\r\n'),
  );
});

/** The filter to which a number leads. */
const rowsOf = (name: string, place = screen.getByRole('table', { name: 'By category' })) => {
  const link = within(place).getByRole('link', { name });
  return new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('filter');
};

describe('the numbers of a report', () => {
  it('lead to their rows: category, type, period and accounts', async () => {
    await openPersonal();
    await expectTotal('Total Expenses', '$920.30');
    const { from, to } = lastMonthUntil(DAY);
    const period = `from:${from} to:${to}`;
    expect(rowsOf('-$20.30')).toBe(`account:* type:expense category:="Food" ${period}`);
    expect(rowsOf('+$2,079.70')).toBe(`account:* type:income type:expense ${period}`);
    const income = screen.getByText('Total Income', { selector: 'dt' }).parentElement ?? document.body;
    expect(rowsOf('+$3,000.00', income)).toBe(`account:* type:income ${period}`);
    expect(rowsOf('-$0.20', await screen.findByRole('table', { name: 'Over time' }))).toBe(
      `account:* type:income type:expense from:${shiftDays(DAY, -1)} to:${shiftDays(DAY, -1)}`,
    );
  });

  it('lead to the chosen account, budget and categories', async () => {
    await open(async (db) => {
      const id = await account(db, 'My "own"');
      await enter(db, id, ENTRIES);
      await createBudget(db, ACTOR, { name: 'All', amount: '100', categoryId: '', accountId: id });
    });
    fireEvent.click(await box('Food'));
    await expectTotal('Total Expenses', '$20.30');
    fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: 'My "own"' } });
    await expectTotal('Total Expenses', '$920.30');
    expect(rowsOf('-$900.00')).toMatch(/^account:="My ""own""" type:expense category:="Housing" /);
    fireEvent.click(screen.getByRole('radio', { name: 'Budget' }));
    await waitFor(() => expect(rowsOf('-$900.00')).toMatch(/^budget:\* type:expense category:="Housing" /));
  });
});
