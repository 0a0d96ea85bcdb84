// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

const TEA = { type: 'expense', amount: '3', date: '2026-03-07', description: 'Tea', category: 'Food' } as const;

const entries = [
  { description: 'Rent', category: 'Housing', amount: 124_000, date: '2026-03-01' },
  { description: 'Cinema', category: 'Entertainment', amount: 2_800, date: '2026-03-05' },
  { description: 'March salary', category: 'Salary', amount: 412_500, date: '2026-03-03', type: 'income' },
  { description: 'Groceries', category: 'Food', amount: 6_400, date: '2026-02-27', userEmail: null },
] as const;

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  const own = { accountId: account.id, userId: actor.userId };
  const rows = entries.map((entry, at) => transactionRow(at + 1, { ...own, userEmail: actor.email, ...entry }));
  await writeMonths(db, `account:${account.id}`, rows);
}

/** The account becomes somebody else's, who has given the user this role. */
async function giveRole({ db }: OpenedApp, role: Role) {
  const [account] = await db.accounts.toArray();
  if (!account) throw new Error('no account');
  await db.accounts.put({ ...account, ownerId: crypto.randomUUID() });
  const scope = `account:${account.id}`;
  await db.cursors.put({ scope, accountId: account.id, role, version: 1, grantId: 'g', before: null });
}

async function openTable() {
  await openApp({ address: '/', arrange });
  await screen.findByRole('row', { name: /Rent/ });
}

/** A click by keyboard. Unlike `fireEvent.click` alone, it moves the focus to the button first. */
function press(button: HTMLElement) {
  button.focus();
  fireEvent.click(button);
}

function descriptions(): (string | null | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
}

const NEWEST_FIRST = ['Cinema', 'March salary', 'Rent', 'Groceries'];

describe('the transactions table', () => {
  it('starts with the newest date first and says so', async () => {
    await openTable();
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeDefined();
    expect(descriptions()).toEqual(NEWEST_FIRST);
    expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('draws of another order what is seen first, and what a scroll would show right after it', async () => {
    const many = async (app: OpenedApp) => {
      await arrange(app);
      const [account] = await app.db.accounts.toArray();
      const rows = Array.from({ length: 60 }, (_, at) =>
        transactionRow(at + 10, {
          accountId: account?.id ?? '',
          userId: app.actor.userId,
          description: `Row ${at + 10}`,
          date: '2026-01-01',
        }),
      );
      await writeMonths(app.db, `account:${account?.id}`, rows);
    };
    await openApp({ address: '/', arrange: many });
    await screen.findByRole('row', { name: /Rent/ });
    const drawn = descriptions().length;
    const counts: number[] = [];
    const observer = new MutationObserver(() => {
      const [first] = descriptions();
      if (first?.startsWith('Row')) counts.push(descriptions().length);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    fireEvent.click(screen.getByRole('button', { name: 'Date' }));
    await waitFor(() => expect(counts.at(-1)).toBe(drawn));
    observer.disconnect();
    expect(counts[0]).toBe(drawn - 7);
  });

  it('sorts a clicked column ascending and the other way round when it is clicked again', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(descriptions()).toEqual(['Rent', 'Groceries', 'Cinema', 'March salary']));
    const heading = screen.getByRole('columnheader', { name: 'Amount' });
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(descriptions()).toEqual(['March salary', 'Cinema', 'Groceries', 'Rent']));
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('none');
  });

  it('filters by description or category, whatever their case', async () => {
    await openTable();
    const filter = screen.getByRole('combobox', { name: 'Filter by description or category' });
    fireEvent.change(filter, { target: { value: 'FOOD' } });
    await waitFor(() => expect(descriptions()).toEqual(['Groceries']));
    fireEvent.change(filter, { target: { value: 'ren' } });
    await waitFor(() => expect(descriptions()).toEqual(['Rent']));
    fireEvent.change(filter, { target: { value: '' } });
    await waitFor(() => expect(descriptions()).toEqual(NEWEST_FIRST));
  });

  it('says when a filter finds nothing', async () => {
    await openTable();
    fireEvent.change(screen.getByRole('combobox', { name: 'Filter by description or category' }), {
      target: { value: 'nobody bought this' },
    });
    expect(await screen.findByText('No transactions found')).toBeDefined();
  });

  it('names who entered a row, or Anonymous', async () => {
    await openTable();
    expect(within(screen.getByRole('row', { name: /Rent/ })).getByText('anna@example.org')).toBeDefined();
    expect(within(screen.getByRole('row', { name: /Groceries/ })).getByText('Anonymous')).toBeDefined();
  });

  it('shows income with a plus and an expense with a minus', async () => {
    await openTable();
    expect(within(screen.getByRole('row', { name: /March salary/ })).getByText('+$4,125.00')).toBeDefined();
    expect(within(screen.getByRole('row', { name: /Rent/ })).getByText('-$1,240.00')).toBeDefined();
  });

  it('deletes a row at once and brings it back by Undo', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', { name: 'Delete Rent' }));
    await waitFor(() => expect(descriptions()).toEqual(['Cinema', 'March salary', 'Groceries']));
    expect(screen.getByText('Transaction has been removed from your ledger.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(descriptions()).toEqual(NEWEST_FIRST));
  });

  it('keeps the focus in the list: on the row after a deleted one, and on a restored one', async () => {
    await openTable();
    press(screen.getByRole('button', { name: 'Delete March salary' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Rent' })));
    press(await screen.findByRole('button', { name: 'Undo' }));
    const restored = await screen.findByRole('button', { name: 'Delete March salary' });
    await waitFor(() => expect(document.activeElement).toBe(restored));
  });

  it('gives the focus to the filter when the last matching row is deleted', async () => {
    await openTable();
    const filter = screen.getByRole('combobox', { name: 'Filter by description or category' });
    fireEvent.change(filter, { target: { value: 'rent' } });
    await waitFor(() => expect(descriptions()).toEqual(['Rent']));
    press(screen.getByRole('button', { name: 'Delete Rent' }));
    await waitFor(() => expect(document.activeElement).toBe(filter));
  });

  it('gives the focus to the panel when the user may not change the next row, so that the key n works', async () => {
    await openApp({
      address: '/',
      arrange: async (app) => {
        await arrange(app);
        await giveRole(app, 'member');
        const { db, actor } = app;
        const [account] = await db.accounts.toArray();
        if (!account) throw new Error('no account');
        const { userId } = actor;
        const mine = {
          ...transactionRow(9, { accountId: account.id, userId, date: '2026-03-09' }),
          description: 'Tea',
        };
        const theirs = transactionRow(8, { accountId: account.id, date: '2026-03-08', userId: crypto.randomUUID() });
        await writeMonths(db, `account:${account.id}`, [mine, { ...theirs, description: 'Theirs' }]);
      },
    });
    press(await screen.findByRole('button', { name: 'Delete Tea' }));
    await waitFor(() => expect(descriptions()[0]).toBe('Theirs'));
    const panel = screen.getByRole('region', { name: 'Transactions' });
    await waitFor(() => expect(document.activeElement).toBe(panel));
  });

  it('edits a row in a dialog', async () => {
    await openTable();
    await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Edit Rent' })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '1300' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Update Transaction' }));
    expect(await screen.findByText('Transaction has been updated successfully.')).toBeDefined();
    const row = within(await screen.findByRole('row', { name: /Rent/ }));
    expect(await row.findByText('-$1,300.00')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('marks a row that has not reached the server', async () => {
    await openTable();
    expect(within(screen.getByRole('row', { name: /Cinema/ })).queryByRole('img')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit Cinema' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'Cinema with Jonas' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Update Transaction' }));
    const row = within(await screen.findByRole('row', { name: /Cinema with Jonas/ }));
    expect(await row.findByRole('img', { name: 'Waiting to sync' })).toBeDefined();
  });

  it('names the contributor of a row also on a narrow screen, and unfolds what the user may only read', async () => {
    const asViewer = async (app: OpenedApp) => {
      await arrange(app);
      await giveRole(app, 'viewer');
    };
    await openApp({ address: '/', width: 390, arrange: asViewer });
    const card = await screen.findByRole('button', { name: /Rent/ });
    expect(card.textContent).toContain('anna@example.org');
    fireEvent.click(card);
    expect(card.getAttribute('aria-expanded')).toBe('true');
    expect(card.textContent).not.toContain('anna@example.org');
    const details = within(document.getElementById(card.getAttribute('aria-controls') ?? '') ?? document.body);
    expect(details.getByText('anna@example.org').closest('[hidden]')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a row of a narrow screen for editing with one tap, and deletes it there', async () => {
    await openApp({ address: '/', width: 390, arrange });
    const list = within(await screen.findByRole('list', { name: 'Transactions' }));
    press(list.getByRole('button', { name: /Rent/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '1240.00');
    press(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(list.queryByRole('button', { name: /Rent/ })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    const next = list.getByRole('button', { name: /Groceries/ });
    await waitFor(() => expect(document.activeElement).toBe(next));
    // The newest toast is first; earlier tests have left theirs.
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] ?? document.body);
    expect(await list.findByRole('button', { name: /Rent/ })).toBeDefined();
  });

  it('unfolds a refused row of a narrow screen, which says what happened', async () => {
    const refused = async (app: OpenedApp) => {
      await arrange(app);
      const [account] = await app.db.accounts.toArray();
      const id = account?.id ?? '';
      await addTransaction(app.db, app.actor, { ...TEA, accountId: id });
      await app.db.outbox.toCollection().modify({ state: 'rejected' });
    };
    await openApp({ address: '/', width: 390, arrange: refused });
    const list = within(await screen.findByRole('list', { name: 'Transactions' }));
    await list.findByRole('img', { name: 'Refused: see what happened' });
    fireEvent.click(list.getByRole('button', { name: /Tea/ }));
    expect(list.getByRole('button', { name: 'What happened' })).toBeDefined();
    expect(list.getByRole('button', { name: 'Edit Tea' })).toBeDefined();
  });

  it('becomes a list of days on a narrow screen', async () => {
    await openApp({ address: '/', width: 390, arrange });
    const list = within(await screen.findByRole('list', { name: 'Transactions' }));
    expect(list.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Thursday, March 5, 2026',
      'Tuesday, March 3, 2026',
      'Sunday, March 1, 2026',
      'Friday, February 27, 2026',
    ]);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a viewer', () => {
  it('is offered neither the form nor edit and delete', async () => {
    await openApp({
      address: '/',
      arrange: async (app) => {
        await arrange(app);
        await giveRole(app, 'viewer');
      },
    });
    await screen.findByRole('row', { name: /Rent/ });
    expect(screen.queryByRole('form', { name: 'Add transaction' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Edit|Delete) / })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  });
});
