// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lastMonthUntil, shiftDays } from '#domain/dates/dates';
import type { Database } from '#store/database/database';
import { opening } from '../../../tests/support/opening.ts';
import type { Screen } from '../../../tests/support/signed-in-screen.tsx';
import { account, DAY, ENTRIES, enter, expectTotal, showReport } from './report.fixture.tsx';

let shown: Screen;
afterEach(() => shown.close());

async function open(prepare: (db: Database) => Promise<unknown>) {
  shown = await showReport(prepare);
}

const openPersonal = () => open(async (db) => enter(db, await account(db, 'Personal'), ENTRIES));

describe('a report', () => {
  it('stands beside the period before: its totals, and the sum of each category', async () => {
    await open(async (db) => {
      const id = await account(db, 'Personal');
      await enter(db, id, [
        ...ENTRIES,
        ['expense', '15', 'Food', shiftDays(lastMonthUntil(DAY).from, -1)],
        ['income', '100', 'Salary', shiftDays(lastMonthUntil(DAY).from, -2)],
      ]);
    });
    await expectTotal('Total Income', '+$3,000.00');
    const was = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.lastChild?.textContent;
    await waitFor(() => expect(was('Total Income')).toBe('+$100.00 before'));
    expect(was('Total Expenses')).toBe('$15.00 before');
    expect(was('Net Change')).toBe('+$85.00 before');
    const row = within(screen.getByRole('row', { name: /^Food/ })).getAllByRole('cell');
    // On a phone, the sum before has no column of its own.
    expect(row.slice(-2).map(({ textContent }) => textContent)).toEqual(['-$15.00', '-$20.30-$15.00 before']);
  });

  it('keeps the row of a category that came to nothing, so that the sums before add up', async () => {
    await open(async (db) => {
      const id = await account(db, 'Personal');
      await enter(db, id, [...ENTRIES, ['expense', '15', 'Travel', shiftDays(lastMonthUntil(DAY).from, -1)]]);
    });
    const row = within(await screen.findByRole('row', { name: /^Travel/ })).getAllByRole('cell');
    expect(row.slice(-2).map(({ textContent }) => textContent)).toEqual(['-$15.00', '$0.00-$15.00 before']);
    expect(screen.queryByRole('link', { name: '$0.00' })).toBeNull();
  });

  it('shows the categories of the period before also where nothing of them is left', async () => {
    await open(async (db) => {
      const id = await account(db, 'Personal');
      await enter(db, id, [['expense', '15', 'Travel', shiftDays(lastMonthUntil(DAY).from, -1)]]);
    });
    expect(await screen.findByText('No data for the selected period')).toBeDefined();
    expect(await screen.findByRole('row', { name: /^Travel/ })).toBeDefined();
  });

  it('shows no payees of the former categories while those of the new ones are read', async () => {
    await openPersonal();
    const radio = await screen.findByRole('radio', { name: 'By payee' });
    await opening(() => fireEvent.click(radio));
    const table = await screen.findByRole('table', { name: 'By payee' });
    const region = screen.getByRole('region', { name: 'By payee' });
    await within(table).findByText('-$920.30');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Food' }));
    expect(within(table).queryByText('-$920.30')).toBeNull();
    expect(region.getAttribute('aria-busy')).toBe('true');
    expect(await within(table).findByText('-$20.30')).toBeDefined();
    expect(region.getAttribute('aria-busy')).toBe('false');
  });

  it('compares with nothing where nothing was', async () => {
    await openPersonal();
    await expectTotal('Total Income', '+$3,000.00');
    expect(screen.queryByText(/^Before/)).toBeNull();
  });

  it('covers everything from the first month to the last at one press', async () => {
    await open(async (db) => {
      const id = await account(db, 'Personal');
      await enter(db, id, [...ENTRIES, ['expense', '15', 'Food', '2019-05-17']]);
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'All' }));
    await expectTotal('Total Expenses', '$935.30');
    expect(screen.getByLabelText('From')).toHaveProperty('value', 'May 1, 2019');
    expect(screen.getByRole('radio', { name: 'All' })).toHaveProperty('checked', true);
  });

  it('is broken down by payee where somebody wants that', async () => {
    await openPersonal();
    const radio = await screen.findByRole('radio', { name: 'By payee' });
    await opening(() => fireEvent.click(radio));
    const table = within(await screen.findByRole('table', { name: 'By payee' }));
    const cells = async () =>
      (await table.findAllByRole('row')).slice(1).map((row) => [...row.children].map(({ textContent }) => textContent));
    await waitFor(async () =>
      expect(await cells()).toEqual([
        ['entry', '1', '+$3,000.00'],
        ['entry', '3', '-$920.30'],
      ]),
    );
  });
});
