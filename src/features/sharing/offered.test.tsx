// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import type { InvitedRole } from '#domain/rows';
import { writeBudgetRoles } from '#store/database/budget-roles';
import type { Database } from '#store/database/database';
import { budgetRow, categoryRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { BEN, shareTrip, TRIP } from './sharing.fixture.ts';

afterEach(closeApp);

const BUDGET = idOf(80);
const entry = { accountId: TRIP, date: today(new Date()), category: 'Food' };

/** The user has only Ben's account, in this `role`. It has one transaction of the user, one of Ben, and a budget. */
async function haveTrip(db: Database, role: InvitedRole): Promise<void> {
  await shareTrip(db, role);
  await db.categories.put(categoryRow(81, { accountId: TRIP }));
  await db.budgets.put(budgetRow(80, { accountId: TRIP, name: 'Eating' }));
  await writeMonths(db, `account:${TRIP}`, [
    transactionRow(82, { ...entry, description: 'Mine', userId: db.userId }),
    transactionRow(83, { ...entry, description: 'Theirs', userId: BEN, userEmail: 'ben@example.org' }),
  ]);
}

const open = (address: string, role: InvitedRole) => openApp({ address, arrange: ({ db }) => haveTrip(db, role) });
const names = (role: 'button' | 'link', name: RegExp) =>
  screen.queryAllByRole(role, { name }).map((element) => element.getAttribute('aria-label') ?? element.textContent);

describe.each<{ role: InvitedRole; adds: boolean; edits: string[]; manages: boolean }>([
  { role: 'viewer', adds: false, edits: [], manages: false },
  { role: 'member', adds: true, edits: ['Edit Mine'], manages: false },
  { role: 'admin', adds: true, edits: ['Edit Mine', 'Edit Theirs'], manages: true },
])('to a $role of an account', ({ role, adds, edits, manages }) => {
  it('the dashboard offers to add and to edit what the role allows', async () => {
    await open('/', role);
    await screen.findByText('Theirs');
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Add transaction' }) !== null).toBe(adds));
    await waitFor(() => expect(names('link', /^Add transaction$/)).toHaveLength(adds ? 1 : 0));
    await waitFor(() => expect(names('button', /^Edit /).sort()).toEqual(edits));
    expect(names('button', /^Delete /).sort()).toEqual(edits.map((name) => name.replace('Edit', 'Delete')));
  });

  it('tells a user who may not make a category before the name is typed in full', async () => {
    await open('/', role);
    if (!adds) return;
    const form = within(await screen.findByRole('form', { name: 'Add transaction' }));
    const category = form.getByLabelText('Category');
    act(() => category.focus());
    fireEvent.change(category, { target: { value: 'P' } });
    const note = 'Only admins of the account add categories.';
    await waitFor(() => expect(screen.queryByText(note) !== null).toBe(!manages));
    await waitFor(() => expect(screen.queryByRole('option', { name: 'New category “P”' }) !== null).toBe(manages));
  });

  it('the page of the account offers what the role allows', async () => {
    await open(`/account/${TRIP}`, role);
    await screen.findByText('Theirs');
    expect(names('button', /^Add Transaction$/)).toHaveLength(adds ? 1 : 0);
    expect(screen.queryAllByText('View only')).toHaveLength(adds ? 0 : 1);
    expect(names('link', /^Invite Users$/)).toHaveLength(manages ? 1 : 0);
    await waitFor(() => expect(names('button', /^Edit /).sort()).toEqual(edits));
  });

  it('the list of accounts offers to edit an account only to users who may', async () => {
    await open('/?tab=accounts', role);
    await screen.findByRole('link', { name: 'Trip' });
    expect(names('button', /^Edit /)).toEqual(manages ? ['Edit Trip'] : []);
  });

  it('the details of a budget offer what the role allows', async () => {
    await open('/?tab=budgets', role);
    (await screen.findByRole('button', { name: 'Eating' })).click();
    const dialog = within(await screen.findByRole('dialog', { name: 'Eating' }));
    await dialog.findByText('Theirs');
    expect(dialog.queryAllByRole('button', { name: 'Contribute' })).toHaveLength(adds ? 1 : 0);
    expect(dialog.queryAllByRole('link', { name: 'Edit budget' })).toHaveLength(manages ? 1 : 0);
    expect(dialog.queryAllByRole('link', { name: 'Invite Users' })).toHaveLength(manages ? 1 : 0);
    if (!adds) return;
    dialog.getByRole('button', { name: 'Contribute' }).click();
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryAllByRole('radio', { name: 'Expense' })).toHaveLength(manages ? 1 : 0);
  });

  it('the settings offer to manage budgets and categories where the user may', async () => {
    await open('/settings?tab=budget', role);
    await screen.findByRole('heading', { name: 'Active Budgets' });
    await screen.findByText('Eating');
    expect(names('button', /^(Edit|Delete) Eating$/)).toHaveLength(manages ? 2 : 0);
    expect(screen.queryAllByRole('combobox', { name: 'Account' })).toHaveLength(manages ? 1 : 0);
  });

  it('the category manager does not list somebody else’s categories', async () => {
    await open('/settings', role);
    await screen.findByText('No expense categories found.');
    expect(names('button', /^(Edit|Delete) /)).toEqual([]);
  });
});

describe.each<{ role: InvitedRole; spends: boolean }>([
  { role: 'viewer', spends: false },
  { role: 'member', spends: false },
  { role: 'admin', spends: true },
])('to a $role of a budget alone', ({ role, spends }) => {
  it('the budget takes income from all members, and expenses and invitations from users who manage it', async () => {
    await openApp({
      address: '/?tab=budgets',
      arrange: async ({ db }) => {
        await db.budgets.put(budgetRow(80, { accountId: TRIP, name: 'Eating' }));
        const cursor = { accountId: TRIP, role, version: 1, grantId: 'grant', before: null };
        await db.cursors.put({ ...cursor, scope: `budget:${BUDGET}` });
        await writeBudgetRoles(db, [{ budgetId: BUDGET, role }]);
      },
    });
    (await screen.findByRole('button', { name: 'Eating' })).click();
    const dialog = within(await screen.findByRole('dialog', { name: 'Eating' }));
    expect(dialog.queryByRole('link', { name: 'Edit budget' })).toBeNull();
    expect(dialog.queryAllByRole('link', { name: 'Invite Users' })).toHaveLength(spends ? 1 : 0);
    dialog.getByRole('button', { name: 'Contribute' }).click();
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryAllByRole('radio', { name: 'Expense' })).toHaveLength(spends ? 1 : 0);
  });
});

it.each<{ role: InvitedRole; types: number }>([
  { role: 'member', types: 0 },
  { role: 'admin', types: 2 },
])(
  'to a $role the type of their own contribution to a budget is offered in $types choices',
  async ({ role, types }) => {
    await openApp({
      address: `/account/${TRIP}`,
      arrange: async ({ db }) => {
        await haveTrip(db, role);
        const gift = { ...entry, description: 'Gift', type: 'income', budgetId: BUDGET, userId: db.userId } as const;
        await writeMonths(db, `account:${TRIP}`, [transactionRow(84, gift)]);
      },
    });
    (await screen.findByRole('button', { name: 'Edit Gift' })).click();
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    expect(dialog.queryAllByRole('radio')).toHaveLength(types);
  },
);
