// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatWeekdayAndDate, shiftDays, today } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '#store/commands/accounts/account-create';
import { createCategory } from '#store/commands/categories/category-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { writeSyncState } from '#store/database/sync-state';
import { newestTransactions } from '#store/queries/rows/transactions';
import { browserSpeaks } from '../../../../tests/support/browser-locale.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';

afterEach(closeApp);
afterEach(() => void vi.restoreAllMocks());

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  const input = { accountId: account.id, type: 'expense', amount: '9', date: '2026-03-01' } as const;
  await addTransaction(db, actor, { ...input, description: 'Cinema Rio', category: 'Entertainment' });
}

async function openQuickEntry() {
  const app = await openApp({ address: '/?add=expense', arrange });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'Food' });
  return { app, dialog };
}

type Scope = ReturnType<typeof within>;

function enter(dialog: Scope, label: string, value: string) {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
}

/** The choice in a select. */
function value(dialog: Scope, label: string): string {
  const select = dialog.getByLabelText(label);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`${label} is no select`);
  return select.value;
}

async function saved({ db }: OpenedApp) {
  const [account] = await db.accounts.toArray();
  return newestTransactions(db, account?.id ?? '', 10);
}

const synced = ({ db }: OpenedApp) => writeSyncState(db, { lastSyncedAt: '2026-03-01T00:00:00.000Z' });

const viewersOnly = async (app: OpenedApp) => {
  await arrange(app);
  await synced(app);
  const [account] = await app.db.accounts.toArray();
  if (!account) throw new Error('no account');
  await app.db.accounts.put({ ...account, ownerId: crypto.randomUUID() });
  const scope = accountScope(account.id);
  const grant = { role: 'viewer', version: 1, grantId: 'g', before: null } as const;
  await app.db.cursors.put({ scope, accountId: account.id, ...grant });
};

describe('the amount of a quick entry', () => {
  it('comes first and opens the numeric keypad', async () => {
    const { dialog } = await openQuickEntry();
    const amount = dialog.getByLabelText('Amount');
    expect(document.activeElement).toBe(amount);
    expect(amount.getAttribute('inputmode')).toBe('decimal');
  });

  it('sets the type by a leading sign', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '+5');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Income' }).checked).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('5');
    enter(dialog, 'Amount', '-5');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Expense' }).checked).toBe(true);
  });

  it('is calculated, and the result is shown', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '12.50+3');
    expect(dialog.getByText('= $15.50')).toBeDefined();
  });
});

describe('the category of a quick entry', () => {
  const category = (dialog: Scope) => value(dialog, 'Category');

  it('is preselected: that of the last transaction with this description, otherwise Uncategorized', async () => {
    const { dialog } = await openQuickEntry();
    expect(category(dialog)).toBe('Uncategorized');
    enter(dialog, 'Description', 'cinema rio');
    await waitFor(() => expect(category(dialog)).toBe('Entertainment'));
    enter(dialog, 'Description', 'Cinema');
    expect(category(dialog)).toBe('Uncategorized');
  });

  it('stays as chosen, and needs no choice to be saved', async () => {
    const { app, dialog } = await openQuickEntry();
    enter(dialog, 'Category', 'Food');
    enter(dialog, 'Description', 'Cinema Rio');
    expect(category(dialog)).toBe('Food');
    enter(dialog, 'Category', 'Uncategorized');
    enter(dialog, 'Amount', '4');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(async () => expect(await saved(app)).toHaveLength(2));
    expect((await saved(app)).map((row) => row.category)).toContain('Uncategorized');
  });
});

describe('the date of a quick entry', () => {
  const day = today(new Date());
  const year = day.slice(0, 4);

  async function fill(date: string) {
    const { app, dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '4');
    enter(dialog, 'Description', 'Tea');
    enter(dialog, 'Date', date);
    const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    return { app, dialog, add, field: dialog.getByLabelText<HTMLInputElement>('Date') };
  }
  const dates = async (app: OpenedApp) => (await saved(app)).map((row) => row.date);

  it.each([
    ['en-US', '11/4/25'],
    ['de-DE', '4/11/25'],
  ])('is typed in many ways (%s: %s), and what was understood is shown and saved', async (locale, typed) => {
    browserSpeaks(locale);
    const { app, dialog, add } = await fill('3.11.2025');
    expect(await dialog.findByText('Mon, Nov 3, 2025')).toBeDefined();
    enter(dialog, 'Date', typed);
    expect(await dialog.findByText('Tue, Nov 4, 2025')).toBeDefined();
    add();
    await waitFor(async () => expect(await dates(app)).toContain('2025-11-04'));
  });

  it('is picked in the calendar, which a button opens', async () => {
    const showPicker = vi.fn<() => void>();
    HTMLInputElement.prototype.showPicker = showPicker;
    const { dialog, field } = await fill('yesterday');
    await dialog.findByText(formatWeekdayAndDate(shiftDays(day, -1)));
    fireEvent.click(dialog.getByRole('button', { name: 'Open calendar', description: 'Date' }));
    expect(showPicker).toHaveBeenCalledTimes(1);
    const [calendar] = showPicker.mock.contexts;
    if (!(calendar instanceof HTMLInputElement)) throw new Error('no calendar');
    expect(calendar.value).toBe(shiftDays(day, -1));
    fireEvent.change(calendar, { target: { value: '2026-02-28' } });
    expect(field.value).toBe('2026-02-28');
  });

  it('that is none gets a message when the field is left, and when it is added', async () => {
    const { app, dialog, add, field } = await fill('soon');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    fireEvent.blur(field);
    expect(await dialog.findByText(/^Enter a date, such as/)).toBeDefined();
    enter(dialog, 'Date', 'soone');
    expect(dialog.queryByText(/^Enter a date/)).toBeNull();
    add();
    expect(await dialog.findByText(/^Enter a date/)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await saved(app)).toHaveLength(1);
  });

  it('more than a year ahead is asked about once before it is saved', async () => {
    const far = `${Number(year) + 9}-01-03`;
    const { app, dialog, add, field } = await fill(far);
    add();
    const question = `Jan 3, ${Number(year) + 9} is more than a year ahead. Add anyway?`;
    expect(await dialog.findByText(question)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await saved(app)).toHaveLength(1);
    add();
    await waitFor(async () => expect(await dates(app)).toContain(far));
  });

  it('that is changed after the question is asked about again, and a near one is not', async () => {
    const { app, dialog, add } = await fill(`${Number(year) - 11}-01-03`);
    add();
    expect(await dialog.findByText(/more than ten years back/)).toBeDefined();
    enter(dialog, 'Date', `${Number(year) + 2}-01-03`);
    expect(dialog.queryByText(/more than/)).toBeNull();
    add();
    expect(await dialog.findByText(/more than a year ahead/)).toBeDefined();
    enter(dialog, 'Date', day);
    add();
    await waitFor(async () => expect(await dates(app)).toContain(day));
  });
});

describe('the keys of a quick entry', () => {
  it('move the date: t is today, + and - a day', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Date', '2026-02-28');
    const date = dialog.getByLabelText<HTMLInputElement>('Date');
    fireEvent.keyDown(date, { key: '+' });
    expect(date.value).toBe('2026-03-01');
    fireEvent.keyDown(date, { key: '-' });
    fireEvent.keyDown(date, { key: '-' });
    expect(date.value).toBe('2026-02-27');
    fireEvent.keyDown(date, { key: 't' });
    expect(date.value).toBe(today(new Date()));
  });

  it('begin words and counts as well', async () => {
    const { dialog } = await openQuickEntry();
    const date = dialog.getByLabelText<HTMLInputElement>('Date');
    fireEvent.keyDown(date, { key: 't' });
    fireEvent.keyDown(date, { key: 'o' });
    expect(date.value).toBe('to');
    enter(dialog, 'Date', today(new Date()));
    fireEvent.keyDown(date, { key: '-' });
    fireEvent.keyDown(date, { key: '3' });
    expect(date.value).toBe('-3');
  });

  it('complete the description from history, which brings its category', async () => {
    const { dialog } = await openQuickEntry();
    const description = dialog.getByRole('combobox', { name: 'Description' });
    enter(dialog, 'Description', 'cin');
    expect(await dialog.findByRole('option', { name: /Cinema Rio/ })).toBeDefined();
    fireEvent.keyDown(description, { key: 'ArrowDown' });
    expect(dialog.getByRole('option', { name: /Cinema Rio/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(description, { key: 'Enter' });
    expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('Cinema Rio');
    expect(dialog.getByLabelText<HTMLSelectElement>('Category').value).toBe('Entertainment');
    expect(description.getAttribute('aria-expanded')).toBe('false');
  });

  it('close first the suggestions and then the dialog by Escape', async () => {
    const { dialog } = await openQuickEntry();
    const description = dialog.getByRole('combobox', { name: 'Description' });
    enter(dialog, 'Description', 'cin');
    await dialog.findByRole('option', { name: /Cinema Rio/ });
    fireEvent.keyDown(description, { key: 'Escape' });
    expect(description.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('dialog')).toBeDefined();
    fireEvent.keyDown(description, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).toBe('');
  });

  it.each([
    ['/?tab=accounts', 'Accounts'],
    ['/settings?tab=budget', 'Settings'],
  ])('open it over %s by n and lead back there by Escape', async (address, heading) => {
    await openApp({ address, arrange });
    await screen.findByRole('heading', { name: heading });
    // On a phone it is hidden in the settings, and a window without a width counts as a phone.
    await screen.findByRole('link', { name: 'Add transaction', hidden: true });
    await opening(() => fireEvent.keyDown(document.body, { key: 'n' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add expense' });
    fireEvent.keyDown(within(dialog).getByLabelText('Amount'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe(address);
    expect(screen.getByRole('heading', { name: heading })).toBeDefined();
  });
});

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
  it('chooses no other account, and names the account after saving', async () => {
    const app = await openApp({
      address: '/?add=expense',
      arrange: async (opened) => {
        await viewersOnly(opened);
        await createAccount(opened.db, opened.actor, { name: 'Pocket' });
        const household = (await opened.db.accounts.toArray()).find(({ name }) => name === 'Household');
        useRememberedAccount.getState().select(household?.id ?? '');
      },
    });
    expect(await screen.findByText('View only')).toBeDefined();
    const dialog = within(await screen.findByRole('dialog'));
    const account = dialog.getByLabelText<HTMLSelectElement>('Account');
    expect(account.value).toBe('');
    const pocket = (await app.db.accounts.toArray()).find(({ name }) => name === 'Pocket');
    enter(dialog, 'Account', pocket?.id ?? '');
    await dialog.findByRole('option', { name: 'Food' });
    enter(dialog, 'Amount', '4.20');
    enter(dialog, 'Description', 'Coffee');
    enter(dialog, 'Category', 'Food');
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
    await dialog.findByRole('option', { name: 'Business' });

    enter(dialog, 'Category', 'Food');
    enter(dialog, 'Account', business.id);
    await dialog.findByRole('option', { name: 'Trains' });
    expect(value(dialog, 'Category')).toBe('Food');

    enter(dialog, 'Category', 'Trains');
    enter(dialog, 'Account', household.id);
    await waitFor(() => expect(value(dialog, 'Category')).toBe('Uncategorized'));
    expect(dialog.queryByRole('option', { name: 'Trains' })).toBeNull();
  });

  it('keeps the category when the same account is chosen again', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Category', 'Food');
    fireEvent.change(dialog.getByLabelText('Account'));
    expect(value(dialog, 'Category')).toBe('Food');
  });
});

describe('a complete quick entry', () => {
  const fill = (dialog: Scope) => {
    enter(dialog, 'Amount', '4.20');
    enter(dialog, 'Description', 'Coffee');
    enter(dialog, 'Category', 'Food');
  };

  it('is added and closed by Add', async () => {
    const { app, dialog } = await openQuickEntry();
    fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Expense of $4.20 saved successfully.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await saved(app)).toMatchObject([{ description: 'Coffee', amount: 420 }, { description: 'Cinema Rio' }]);
  });

  it('makes room for the next by Add and another, with the focus on the amount', async () => {
    const { app, dialog } = await openQuickEntry();
    fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add and another' }));
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
    expect(amount.value).toBe('');
    expect(document.activeElement).toBe(amount);
    expect(await saved(app)).toHaveLength(2);
  });

  it('keeps the text for the next one during the save, and the focus there', async () => {
    const { app, dialog } = await openQuickEntry();
    fill(dialog);
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
    fill(dialog);
    fireEvent.click(dialog.getByRole('button', { name: 'Add and another' }));
    enter(dialog, 'Amount', '');
    enter(dialog, 'Description', 'Bread');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('1 added. Ready for the next one.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('Bread');
    expect(await saved(app)).toHaveLength(2);
  });
});
