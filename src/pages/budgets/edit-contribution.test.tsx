// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import type { InvitedRole } from '#domain/rows';
import { writeBudgetRoles } from '#store/database/budget-roles';
import { ACCOUNT, budgetRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { MonthBooks, writeMonths } from '#store/ledger/ledger';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { BudgetsTab } from './budgets-tab.tsx';

let shown: Screen;
afterEach(() => shown.close());

const BUDGET = idOf(30);
const gift = { type: 'income', amount: 2500, date: today(new Date()), budgetId: BUDGET } as const;
const mine = transactionRow(1, { ...gift, description: 'My share', userId: ANNA.id, userEmail: ANNA.email });
const ben = { userId: idOf(900), userEmail: 'ben@example.org' };

/**
 * Anna has the budget but not its account. She and Ben have each contributed, and the budget covers an expense of
 * Ben's.
 */
async function open(role: InvitedRole) {
  shown = await showSignedIn(<BudgetsTab />, async (db) => {
    await db.budgets.put(budgetRow(30, { name: 'Trip' }));
    const scope = `budget:${BUDGET}`;
    await db.cursors.put({ scope, accountId: ACCOUNT, role, version: 1, grantId: 'grant', before: null });
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role }]);
    await writeMonths(db, scope, [
      mine,
      transactionRow(2, { ...gift, ...ben, description: 'Ben’s share' }),
      transactionRow(3, { ...ben, date: gift.date, description: 'Hotel' }),
    ]);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Trip' }));
  return within(await screen.findByRole('dialog', { name: 'Trip' }));
}

async function openEditor(details: Pick<typeof screen, 'findByRole'>) {
  fireEvent.click(await details.findByRole('button', { name: 'Edit My share' }));
  return within(await screen.findByRole('dialog', { name: 'Edit contribution' }));
}

it('only the user’s own contributions can be edited, not other rows that the budget covers', async () => {
  const details = await open('member');
  await details.findByText('Hotel');
  expect(details.getAllByRole('button', { name: /^Edit / }).map((button) => button.getAttribute('aria-label'))).toEqual(
    ['Edit My share'],
  );
});

it('amount and description are corrected in place', async () => {
  const details = await open('viewer');
  const editor = await openEditor(details);
  fireEvent.change(editor.getByLabelText('Amount'), { target: { value: '30' } });
  fireEvent.change(editor.getByLabelText('Description'), { target: { value: 'My full share' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  expect(await details.findByText('My full share')).toBeTruthy();
  expect(details.getByText('+$30.00')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Edit contribution' })).toBeNull();
});

it('an income stays an income for a user who may not take money out, whatever they type', async () => {
  const details = await open('member');
  const editor = await openEditor(details);
  expect(editor.queryByRole('radio')).toBeNull();
  fireEvent.change(editor.getByLabelText('Amount'), { target: { value: '-30' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  expect(await details.findByText('+$30.00')).toBeTruthy();
});

it('a user who manages the budget may make it an expense', async () => {
  const editor = await openEditor(await open('admin'));
  expect(editor.getAllByRole('radio')).toHaveLength(2);
});

it('shows a change from elsewhere while the dialog is open', async () => {
  const editor = await openEditor(await open('member'));
  fireEvent.change(editor.getByLabelText('Description'), { target: { value: 'My full share' } });
  const { db } = shown;
  await db.transaction('rw', db.ledger, async () => {
    const books = new MonthBooks(db);
    const month = books.at({ scope: `budget:${BUDGET}`, month: gift.date.slice(0, 7) });
    await month.take(mine.id);
    await month.add({ ...mine, amount: 4000, version: mine.version + 1 });
    await books.save();
  });
  expect(await editor.findByText('Amount is now $40.00.')).toBeTruthy();
  expect(editor.getByLabelText('Amount')).toHaveProperty('value', '40.00');
  expect(editor.getByLabelText('Description')).toHaveProperty('value', 'My full share');
});

it('a contribution is deleted, and Undo restores it', async () => {
  const details = await open('member');
  fireEvent.click((await openEditor(details)).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(details.queryByText('My share')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await details.findByText('My share')).toBeTruthy();
});
