// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { monthOf, periodOfMonth, today } from '#domain/dates/dates';
import type { MembershipRow, TransactionType } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { createBudget } from '#store/commands/budgets/budget-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { writeBudgetRoles } from '#store/database/budget-roles';
import type { Database } from '#store/database/database';
import { newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { BudgetsTab } from './budgets-tab.tsx';

const OTHER = '00000000-0000-4000-8000-00000000000b';

let shown: Screen;
afterEach(() => shown.close());

interface Scene {
  accountId: string;
  budgetId: string;
}

/** Anna's account with a budget of $100 for food. */
async function eating(db: Database): Promise<Scene> {
  const account = await createAccount(db, ACTOR, { name: 'Personal' });
  const food = await db.categories.filter(({ name }) => name === 'Food').first();
  const budget = await createBudget(db, ACTOR, { name: 'Eating', amount: '100', categoryId: food?.id ?? '' });
  if (!account.ok || !budget.ok) throw new Error('the scene was refused');
  return { accountId: account.id, budgetId: budget.id };
}

async function spend(
  db: Database,
  accountId: string,
  amounts: string[],
  category = 'Food',
  type: TransactionType = 'expense',
) {
  for (const [index, amount] of amounts.entries()) {
    const entry = { accountId, category, amount, date: today(new Date()), description: `Meal ${index + 1}` };
    await addTransaction(db, ACTOR, { ...entry, type }, new Date(Date.now() + index));
  }
}

async function open(prepare: (db: Database) => Promise<unknown>) {
  shown = await showSignedIn(<BudgetsTab />, prepare);
  await screen.findByRole('heading', { name: 'Active Budgets' });
}

const click = (name: string, place: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(place.getByRole('button', { name }));

async function openDetails(name = 'Eating') {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

const fill = (dialog: Pick<typeof screen, 'getByLabelText'>, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

describe('the tab', () => {
  it('says that there are no budgets and leads to where they are made', async () => {
    await open(async () => {});
    expect(await screen.findByText('No budgets found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a Budget' }).getAttribute('href')).toContain('/settings');
  });

  it('leads from what is spent and from the balance to their rows', async () => {
    await open(async (db) => {
      const { accountId, budgetId } = await eating(db);
      await spend(db, accountId, ['12']);
      const paidIn = { type: 'income', amount: '2', category: 'Food', description: 'Share', budgetId } as const;
      await addTransaction(db, ACTOR, { ...paidIn, accountId, date: today(new Date()) });
    });
    const filterOf = (link: HTMLElement) =>
      new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('filter');
    const { from, to } = periodOfMonth(monthOf(today(new Date())));
    expect(filterOf(await screen.findByRole('link', { name: '$12.00' }))).toBe(
      `budget:="Eating" type:expense from:${from} to:${to}`,
    );
    expect(filterOf(screen.getByRole('link', { name: '-$10.00' }))).toBe(`budget:="Eating" from:${from} to:${to}`);
  });

  it('has spent less when money came back, and income of a category of the same name says nothing', async () => {
    await open(async (db) => {
      const { accountId } = await eating(db);
      const meal = { accountId, category: 'Food', date: today(new Date()), description: 'Meal' };
      await addTransaction(db, ACTOR, { ...meal, type: 'expense', amount: '12' });
      await addTransaction(db, ACTOR, { ...meal, type: 'income', amount: '2', refund: true });
      await addTransaction(db, ACTOR, { ...meal, type: 'income', amount: '5' });
    });
    expect(await screen.findByRole('link', { name: '$10.00' })).toBeTruthy();
    expect(screen.getByText('$90.00 left')).toBeTruthy();
  });

  it('leads to the settings of budgets', async () => {
    await open(eating);
    fireEvent.click(screen.getByRole('link', { name: 'Manage Budgets' }));
    await waitFor(() => expect(shown.address()).toBe('/settings?tab=budget'));
  });

  it('shows the sum that was spent this month in its category, and what is left', async () => {
    await open(async (db) => {
      const { accountId } = await eating(db);
      await spend(db, accountId, ['12.50', '20']);
      await spend(db, accountId, ['900'], 'Housing');
    });
    const card = within(await screen.findByRole('article'));
    expect(await card.findByText('$32.50')).toBeTruthy();
    expect(card.getByText('$67.50 left')).toBeTruthy();
    expect(card.queryByText('Balance this month')).toBeNull();
    expect(card.getByText('Food')).toBeTruthy();
    expect(card.getByText('Covers transactions of Personal')).toBeTruthy();
    expect(card.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('32%');
  });

  it.each([
    ['79.99', null],
    ['80', 'Near its limit'],
    ['100', 'Limit reached'],
    ['100.01', 'Over budget'],
    ['120', 'Over budget'],
  ])('at $%s of $100 warns: %s', async (amount, warning) => {
    await open(async (db) => spend(db, (await eating(db)).accountId, [amount]));
    const card = within(await screen.findByRole('article'));
    await card.findByRole('progressbar');
    expect(card.queryByText(/limit|over budget/i)?.textContent ?? null).toBe(warning);
  });

  it('follows transactions from other devices', async () => {
    let scene: Scene | undefined;
    await open(async (db) => {
      scene = await eating(db);
    });
    await screen.findByText('$100.00 left');
    await spend(shown.db, scene?.accountId ?? '', ['1']);
    expect(await screen.findByText('$99.00 left')).toBeTruthy();
  });
});

describe('the details of a budget', () => {
  it('show its three latest transactions', async () => {
    await open(async (db) => spend(db, (await eating(db)).accountId, ['1', '2', '3', '4']));
    const dialog = await openDetails();
    const list = within(await dialog.findByRole('list', { name: 'Latest transactions' }));
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Meal 4',
      'Meal 3',
      'Meal 2',
    ]);
  });

  it('tell when nothing was entered and nobody was invited', async () => {
    await open(eating);
    const dialog = await openDetails();
    expect(await dialog.findByText('No transactions found for this budget.')).toBeTruthy();
    expect(await dialog.findByText('No users have been invited to this budget.')).toBeTruthy();
  });

  it('name who joined and who is invited', async () => {
    await open(async (db) => {
      const { accountId, budgetId } = await eating(db);
      const target = {
        version: 1,
        createdAt: '2026-01-01T00:00:00.000Z',
        accountId,
        target: 'budget' as const,
        budgetId,
      };
      await db.memberships.put({
        ...target,
        id: OTHER,
        userId: OTHER,
        email: 'ben@example.org',
        name: '',
        role: 'admin',
      });
      const invitation = { ...target, id: OTHER, targetName: 'Eating', email: 'cara@example.org', name: 'Cara' };
      const sent = { invitedBy: ANNA.id, invitedByEmail: ANNA.email, expiresAt: '9999-01-01T00:00:00.000Z' };
      await db.invitations.put({ ...invitation, ...sent, role: 'viewer', status: 'pending' });
    });
    const list = within(await (await openDetails()).findByRole('list', { name: 'Invited users of Eating' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ben@example.orgAdminJoined',
      'cara@example.orgCaraViewerPending',
    ]);
  });

  it('lead to inviting users to this budget', async () => {
    let budgetId = '';
    await open(async (db) => {
      budgetId = (await eating(db)).budgetId;
    });
    fireEvent.click((await openDetails()).getByRole('link', { name: 'Invite Users' }));
    await waitFor(() => expect(shown.address()).toBe(`/settings?tab=userAccess&budget=${budgetId}`));
  });

  it('expand to a panel with ten transactions, which closes the dialog', async () => {
    await open(async (db) =>
      spend(
        db,
        (await eating(db)).accountId,
        Array.from({ length: 12 }, () => '1'),
      ),
    );
    click('View Details', await openDetails());
    const panel = within(await screen.findByRole('region', { name: 'Eating' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const list = within(await panel.findByRole('list', { name: 'Latest transactions' }));
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    click('Hide Details', panel);
    expect(screen.queryByRole('region', { name: 'Eating' })).toBeNull();
  });

  it('are expanded for one budget at a time', async () => {
    await open(async (db) => {
      await eating(db);
      await createBudget(db, ACTOR, { name: 'Everything', amount: '500', categoryId: 'all-categories' });
    });
    click('View Details', await openDetails('Eating'));
    click('View Details', await openDetails('Everything'));
    expect(await screen.findByRole('region', { name: 'Everything' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Eating' })).toBeNull();
  });
});

describe('a budget that disappears while its details are open', () => {
  it('stays on the screen until it is closed, tells that it is gone, and has no links any more', async () => {
    let scene: Scene | undefined;
    await open(async (db) => {
      scene = await eating(db);
      await spend(db, scene.accountId, ['1']);
    });
    const dialog = await openDetails();
    expect(dialog.queryByText('It is no longer on this device.')).toBeNull();
    await shown.db.budgets.delete(scene?.budgetId ?? '');
    expect(await dialog.findByText('It is no longer on this device.')).toBeTruthy();
    expect(dialog.getByText('Meal 1')).toBeTruthy();
    // By then everything has been read again.
    await spend(shown.db, scene?.accountId ?? '', ['2']);
    expect(await dialog.findByText('$97.00 left')).toBeTruthy();
    expect(dialog.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3%');
    expect(dialog.queryByRole('link')).toBeNull();
    expect(dialog.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
    click('Close', dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('No budgets found.')).toBeTruthy();
  });

  it('does not remove what the user is typing', async () => {
    let scene: Scene | undefined;
    await open(async (db) => {
      scene = await eating(db);
    });
    click('Contribute', await openDetails());
    const dialog = within(await screen.findByRole('dialog', { name: 'Contribute to Eating' }));
    fill(dialog, 'Description', 'From my birthday');
    await shown.db.budgets.delete(scene?.budgetId ?? '');
    await screen.findByText('No budgets found.');
    expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'From my birthday');
    expect(screen.getByRole('dialog', { name: 'Contribute to Eating' })).toBeTruthy();
  });
});

describe('contributing', () => {
  const openContribute = async () => {
    click('Contribute', await openDetails());
    return within(await screen.findByRole('dialog', { name: 'Contribute to Eating' }));
  };

  it('needs amount and description', async () => {
    await open(eating);
    const dialog = await openContribute();
    const button = dialog.getByRole('button', { name: 'Contribute' });
    expect(button).toHaveProperty('disabled', true);
    fill(dialog, 'Amount', '25');
    expect(button).toHaveProperty('disabled', true);
    fill(dialog, 'Description', 'From my birthday');
    expect(button).toHaveProperty('disabled', false);
  });

  it('shows an error at the amount', async () => {
    await open(eating);
    const dialog = await openContribute();
    fill(dialog, 'Amount', '-3');
    fill(dialog, 'Description', 'Less');
    click('Contribute', dialog);
    expect(await dialog.findByText('The amount must be more than zero.')).toBeTruthy();
  });

  it('adds an income that carries the budget and its category', async () => {
    let scene: Scene | undefined;
    await open(async (db) => {
      scene = await eating(db);
    });
    const dialog = await openContribute();
    fill(dialog, 'Amount', '25');
    fill(dialog, 'Description', 'From my birthday');
    click('Contribute', dialog);
    expect(await screen.findByText('Income of $25.00 saved successfully.')).toBeTruthy();
    const [row] = await newestTransactions(shown.db, scene?.accountId ?? '', 1);
    expect(row).toMatchObject({ type: 'income', amount: 2500, category: 'Food', budgetId: scene?.budgetId });
  });

  it('to a budget without a category is Uncategorized', async () => {
    let scene: Scene | undefined;
    await open(async (db) => {
      scene = await eating(db);
      await db.budgets.update(scene.budgetId, { categoryId: null });
    });
    const dialog = await openContribute();
    fill(dialog, 'Amount', '25');
    fill(dialog, 'Description', 'From my birthday');
    click('Contribute', dialog);
    await screen.findByText('Transaction added');
    expect((await newestTransactions(shown.db, scene?.accountId ?? '', 1))[0]?.category).toBe('Uncategorized');
  });

  const sharedAs = (role: MembershipRow['role']) => async (db: Database) => {
    const { accountId, budgetId } = await eating(db);
    await db.accounts.delete(accountId);
    await writeBudgetRoles(db, [{ budgetId, role }]);
  };
  const choices = async (role: MembershipRow['role']) => {
    await open(sharedAs(role));
    const dialog = await openContribute();
    return dialog.queryAllByRole('radio').map((choice) => choice.getAttribute('value'));
  };

  it('offers an expense to a user who manages the budget', async () => {
    expect(await choices('admin')).toEqual(['income', 'expense']);
  });

  it('offers only an income to all other members', async () => {
    expect(await choices('viewer')).toEqual([]);
  });
});
