// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { usePalette } from '../../pages/palette/palette-state.ts';

afterEach(() => {
  closeApp();
  usePalette.getState().show(null);
});

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  const input = { accountId: account.id, type: 'expense', amount: '9', date: '2026-03-01', category: 'Food' } as const;
  await addTransaction(db, actor, { ...input, description: 'Cinema' });
  await addTransaction(db, actor, { ...input, description: 'Rent' });
}

const row = (name: RegExp) => screen.findByRole('row', { name });

/** Opens the app and deletes two rows in it. The parts that answer keys are loaded after the page. */
async function deleteBoth() {
  await openApp({ address: '/', arrange });
  for (const name of ['Rent', 'Cinema']) {
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
    await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(name) })).toBeNull());
  }
}

async function press(key: string, more: { shiftKey?: boolean } = {}) {
  while (fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more }))
    await new Promise((done) => setTimeout(done));
}

it('Ctrl+Z takes the last change back and says what it was', async () => {
  await deleteBoth();
  await press('z');
  expect(await row(/Cinema/)).toBeDefined();
  // The sign and its amount are an element of their own.
  expect(screen.getByText(/^Delete transaction: Cinema/).textContent).toBe('Delete transaction: Cinema, -$9.00');
  expect(screen.queryByRole('row', { name: /Rent/ })).toBeNull();
});

it('Ctrl+Z asks before it takes back more than 20 rows', async () => {
  const more = async (app: OpenedApp) => {
    await arrange(app);
    const [account] = await app.db.accounts.toArray();
    const input = { accountId: account?.id ?? '', type: 'expense', amount: '9', date: '2026-03-01' } as const;
    for (let n = 0; n < 20; n++) {
      await addTransaction(app.db, app.actor, { ...input, description: `Tram ${n}`, category: 'Food' });
    }
  };
  await openApp({ address: '/', arrange: more });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Chosen transactions' }));
  await waitFor(() => expect(bar.getByRole('status').textContent).toContain('22 transactions chosen'));
  const remove = bar.getByRole('button', { name: 'Delete' });
  // What the user may do with the rows is known a moment later.
  await waitFor(() => expect(remove.hasAttribute('disabled')).toBe(false));
  fireEvent.click(remove);
  // A look for a row by its name takes a second of the processor, and the deletion would wait for each.
  await waitFor(() => expect(screen.queryByText('Rent')).toBeNull());
  const name = 'Undo this change?';
  const question = async () => within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }));
  await press('z');
  fireEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  expect(screen.queryByRole('row', { name: /Rent/ })).toBeNull();
  await press('z');
  expect((await question()).getByText('Delete 22 transactions. All of it at once.')).toBeDefined();
  fireEvent.click((await question()).getByRole('button', { name: 'Undo the change' }));
  expect(await row(/Rent/)).toBeDefined();
  // The toast of the deletion offers nothing any more.
  expect(screen.queryByText('22 transactions deleted')).toBeNull();
});

it('Ctrl+Shift+Z and Ctrl+Y do again what was undone, until the next change', async () => {
  await deleteBoth();
  await press('z');
  await row(/Cinema/);
  await press('z');
  await row(/Rent/);
  await press('Z', { shiftKey: true });
  await waitFor(() => expect(screen.queryByRole('row', { name: /Rent/ })).toBeNull());
  expect(screen.getAllByText('Done again')).toHaveLength(1);
  await press('y');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Cinema/ })).toBeNull());
  await press('y');
  expect(await screen.findByText('Nothing to redo.')).toBeDefined();
});

it('in a text field Ctrl+Z stays the browser’s', async () => {
  await deleteBoth();
  await press('k');
  const field = await screen.findByRole('combobox', { name: /^Account, bud/ });
  expect(fireEvent.keyDown(field, { key: 'z', ctrlKey: true })).toBe(true);
});

it('the list of recent changes undoes any of them', async () => {
  await deleteBoth();
  await press('k');
  fireEvent.click(await screen.findByRole('option', { name: 'Recent changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recent changes' }, { timeout: 10_000 }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(dialog.getByRole('button', { name: 'Undo Delete transaction: Rent, -$9.00' }));
  expect(await screen.findByRole('row', { name: /Rent/, hidden: true })).toBeDefined();
  expect(dialog.getByRole('heading', { name: 'Undone' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Redo Delete transaction: Rent, -$9.00' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Rent/, hidden: true })).toBeNull());
  expect(dialog.queryByRole('heading', { name: 'Undone' })).toBeNull();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
});
