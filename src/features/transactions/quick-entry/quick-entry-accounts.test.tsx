// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { createCategory } from '#store/commands/categories/category-create';
import { newestTransactions } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { closeApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';
import { arrange, enter, openQuickEntry, type Scope, saved, synced, viewersOnly } from './quick-entry.fixture.tsx';

afterEach(closeApp);
afterEach(() => void vi.restoreAllMocks());

describe('without an account that the user may add to', () => {
  it.each([
    ['who has none', synced, 'Create your first account'],
    ['who only views', viewersOnly, 'Transactions'],
  ])(
    'a user %s is offered no quick entry, neither by button nor by n nor by an address',
    async (_who, prepare, seen) => {
      await openApp({ address: '/?add=expense', arrange: prepare });
      await screen.findByRole('heading', { name: seen });
      await waitFor(() => expect(window.location.search).toBe(''));
      expect(screen.queryByRole('link', { name: 'Add transaction' })).toBeNull();
      fireEvent.keyDown(document.body, { key: 'n' });
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(window.location.search).toBe('');
    },
  );

  it('text that another app shared waits until the accounts of a new device have arrived', async () => {
    const app = await openApp({ address: '/?add=expense&text=Caf%C3%A9%20Rio%2C%20%2412.50' });
    // By then the app has stopped waiting for a sync to begin.
    await screen.findByRole('heading', { name: 'Create your first account' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await arrange(app);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add expense' }));
    expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '12.50');
  });
});

describe('on an account that the user may only view', () => {
  const openHousehold = (address: string) =>
    openApp({
      address,
      arrange: async (opened) => {
        await viewersOnly(opened);
        await createAccount(opened.db, opened.actor, { name: 'Pocket' });
        const household = (await opened.db.accounts.toArray()).find(({ name }) => name === 'Household');
        useRememberedAccount.getState().select(household?.id ?? '');
      },
    });

  it('the form of the dashboard is one line until somebody opens it for another account', async () => {
    await openHousehold('/');
    const unfold = await screen.findByRole('button', { name: 'Add transaction', expanded: false });
    expect(screen.queryByRole('form', { name: 'Add transaction' })).toBeNull();
    fireEvent.click(unfold);
    expect(await screen.findByText('You can only view Household; choose another account.')).toBeDefined();
    const form = within(screen.getByRole('form', { name: 'Add transaction' }));
    expect(chosen(form, 'Account')).toBe('');
  });

  it('chooses no other account, and names the account after saving', async () => {
    const app = await openHousehold('/?add=expense');
    expect(await screen.findByText('View only')).toBeDefined();
    const dialog = within(await screen.findByRole('dialog'));
    expect(chosen(dialog, 'Account')).toBe('');
    const pocket = (await app.db.accounts.toArray()).find(({ name }) => name === 'Pocket');
    await choose(dialog, 'Account', 'Pocket');
    enter(dialog, 'Amount', '4.20');
    enter(dialog, 'Description', 'Coffee');
    await choose(dialog, 'Category', 'Food');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Expense of $4.20 saved successfully in Pocket.')).toBeDefined();
    expect(await newestTransactions(app.db, pocket?.id ?? '', 2)).toMatchObject([{ description: 'Coffee' }]);
  });
});

describe('choosing another account for a quick entry', () => {
  it('keeps a category that the new account has, and preselects Uncategorized instead of any other', async () => {
    const { app, dialog } = await openQuickEntry();
    const { db, actor } = app;
    const [household] = await db.accounts.toArray();
    const business = await createAccount(db, actor, { name: 'Business' });
    if (!household || !business.ok) throw new Error('no account');
    await createCategory(db, actor, { name: 'Trains', type: 'expense', accountId: business.id });
    await choose(dialog, 'Category', 'Food');
    await choose(dialog, 'Account', 'Business');
    await offeredWith(dialog, 'Category', 'Trains');
    expect(chosen(dialog, 'Category')).toBe('Food');

    await choose(dialog, 'Category', 'Trains');
    await choose(dialog, 'Account', 'Household');
    await waitFor(() => expect(chosen(dialog, 'Category')).toBe('Uncategorized'));
    expect(await offeredWith(dialog, 'Category', 'Food')).not.toContain('Trains');
  });

  it('keeps the category when the same account is chosen again', async () => {
    const { dialog } = await openQuickEntry();
    await choose(dialog, 'Category', 'Food');
    await choose(dialog, 'Account', 'Household');
    expect(chosen(dialog, 'Category')).toBe('Food');
  });
});

describe('a complete quick entry', () => {
  const fill = async (dialog: Scope) => {
    enter(dialog, 'Amount', '4.20');
    enter(dialog, 'Description', 'Coffee');
    await choose(dialog, 'Category', 'Food');
  };

  it('is added and closed by Add', async () => {
    const { app, dialog } = await openQuickEntry();
    await fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Expense of $4.20 saved successfully.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await saved(app)).toMatchObject([{ description: 'Coffee', amount: 420 }, { description: 'Cinema Rio' }]);
  });

  it('makes room for the next by Add and another, with the focus on the amount', async () => {
    const { app, dialog } = await openQuickEntry();
    await fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add and another' }));
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
    expect(amount.value).toBe('');
    expect(document.activeElement).toBe(amount);
    expect(await saved(app)).toHaveLength(2);
  });

  it('is added with the choice that the list marks, by Ctrl and Enter while the list is open', async () => {
    const { app, dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '4.20');
    enter(dialog, 'Description', 'Coffee');
    const category = dialog.getByLabelText('Category');
    category.focus();
    enter(dialog, 'Category', 'Foo');
    await waitFor(() => expect(category.getAttribute('aria-activedescendant')).toBeTruthy());
    fireEvent.keyDown(category, { key: 'Enter', ctrlKey: true });
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    expect(await saved(app)).toMatchObject([
      { description: 'Coffee', category: 'Food' },
      { description: 'Cinema Rio' },
    ]);
  });

  it('keeps the text for the next one during the save, and the focus there', async () => {
    const { app, dialog } = await openQuickEntry();
    await fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add and another' }));
    enter(dialog, 'Description', 'Bread');
    dialog.getByLabelText('Description').focus();
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    const description = dialog.getByLabelText<HTMLInputElement>('Description');
    expect(description.value).toBe('Bread');
    expect(document.activeElement).toBe(description);
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
    expect(await saved(app)).toMatchObject([{ description: 'Coffee' }, { description: 'Cinema Rio' }]);
  });

  it('stays open for an incomplete next one when Add is pressed during the save', async () => {
    const { app, dialog } = await openQuickEntry();
    await fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add and another' }));
    enter(dialog, 'Amount', '');
    enter(dialog, 'Description', 'Bread');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('Bread');
    expect(await saved(app)).toHaveLength(2);
  });
});
