// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Role } from '#domain/rows';
import { writeBudgetRoles } from '#store/database/budget-roles';
import { accountRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

const HOUSEHOLD = idOf(70);
const BUDGET = idOf(71);

const ROWS = [
  { description: 'Rent', status: 'open' },
  { description: 'Cinema', status: 'cleared' },
  { description: 'Bread', status: 'reconciled', reconciliationId: idOf(90) },
] as const;

function household(role: Role) {
  return async ({ db, actor }: OpenedApp) => {
    const { userId, email: userEmail } = actor;
    await db.accounts.put(accountRow({ id: HOUSEHOLD, ownerId: role === 'owner' ? userId : idOf(901) }));
    const scope = accountScope(HOUSEHOLD);
    await db.cursors.put({ scope, accountId: HOUSEHOLD, role, version: 1, grantId: idOf(80), before: null });
    const own = { accountId: HOUSEHOLD, userId, userEmail, date: '2026-03-01' };
    await writeMonths(
      db,
      scope,
      ROWS.map((row, at) => transactionRow(at + 1, { ...own, ...row })),
    );
  };
}

/** A contribution to a budget that the viewer has joined. One changes it, and nothing else of the account. */
function ownContribution() {
  return async (app: OpenedApp) => {
    await household('viewer')(app);
    const { userId, email: userEmail } = app.actor;
    await writeBudgetRoles(app.db, [{ budgetId: BUDGET, role: 'member' }]);
    const own = { accountId: HOUSEHOLD, userId, userEmail, date: '2026-03-02', budgetId: BUDGET };
    const contribution = transactionRow(9, { ...own, type: 'income', description: 'Share', status: 'cleared' });
    await writeMonths(app.db, accountScope(HOUSEHOLD), [contribution]);
  };
}

async function openTable(role: Role = 'owner') {
  await openApp({ address: '/', arrange: household(role) });
  await screen.findByRole('row', { name: /Rent/ });
}

/** Waits for a dialog that a wrong click would open. Its code is loaded before, so it would be there at once. */
async function expectNothingOpens(click: () => void) {
  await import('./transaction-dialog.tsx');
  await opening(click);
  await expect(screen.findByRole('dialog', {}, { timeout: 300 })).rejects.toThrow('Unable to find');
}

const row = (name: RegExp) => within(screen.getByRole('row', { name }));
const status = (name: string, pressed: boolean) => ({ name: `Cleared: ${name}`, pressed });

describe('the status of a row', () => {
  it('is a button that clears it, and opens it again', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', status('Rent', false)));
    fireEvent.click(await screen.findByRole('button', status('Rent', true)));
    expect(await screen.findByRole('button', status('Rent', false))).toBeDefined();
    expect(screen.getByRole('button', status('Cinema', true))).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is undone by Ctrl+Z', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', status('Cinema', true)));
    const cleared = await screen.findByRole('button', status('Cinema', false));
    fireEvent.keyDown(cleared, { key: 'z', ctrlKey: true });
    expect(await screen.findByRole('button', status('Cinema', true))).toBeDefined();
  });

  it('is a mark where the row is reconciled', async () => {
    await openTable();
    expect(row(/Bread/).getByRole('img', { name: 'Reconciled' })).toBeDefined();
    expect(row(/Bread/).queryByRole('button', { name: /^Cleared/ })).toBeNull();
  });

  it('is a mark for who may only look at the account', async () => {
    await openTable('viewer');
    expect(row(/Cinema/).getByRole('img', { name: 'Cleared' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Cleared/ })).toBeNull();
  });
});

it('a viewer edits and deletes an own contribution, but neither sets its status nor repeats it', async () => {
  await openApp({ address: '/', arrange: ownContribution() });
  const edit = await screen.findByRole('button', { name: 'Edit Share' });
  expect(screen.getByRole('button', { name: 'Delete Share' })).toBeDefined();
  expect(row(/Share/).getByRole('img', { name: 'Cleared' })).toBeDefined();
  expect(edit.getAttribute('aria-keyshortcuts')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Cleared|Same again)/ })).toBeNull();
  // The key is not taken either.
  expect(fireEvent.keyDown(edit, { key: 'c' })).toBe(true);
});

it('a viewer is not offered to repeat an own contribution on a phone either', async () => {
  await openApp({ address: '/', width: 390, arrange: ownContribution() });
  const card = await screen.findByRole('button', { name: /Share/ });
  await opening(() => fireEvent.click(card));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
  expect(dialog.getByRole('button', { name: 'Delete' })).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Same again' })).toBeNull();
});

it('Enter on a row opens nothing for who may only look, also where a click has brought the focus', async () => {
  await openTable('viewer');
  const rent = screen.getByRole('row', { name: /Rent/ });
  rent.focus();
  await import('./row-editor.tsx');
  await expectNothingOpens(() => fireEvent.keyDown(rent, { key: 'Enter' }));
  expect(within(rent).queryByRole('textbox')).toBeNull();
});

it('Enter on a row edits nothing while rows are chosen, nor afterwards', async () => {
  await openTable();
  await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Choose several' })));
  await screen.findByRole('checkbox', { name: /Rent/ });
  const rent = screen.getByRole('row', { name: /Rent/ });
  rent.focus();
  await expectNothingOpens(() => fireEvent.keyDown(rent, { key: 'Enter' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  expect(document.querySelector('tr[data-edited]')).toBeNull();
});

describe('a click on a row', () => {
  it('opens it for editing', async () => {
    await openTable();
    const clicked = row(/Rent/).getByText('Rent');
    await opening(() => fireEvent.click(clicked));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Transaction' });
    expect(within(dialog).getByDisplayValue('Rent')).toBeDefined();
  });

  it('does nothing for who may only look at the account', async () => {
    await openTable('viewer');
    await expectNothingOpens(() => fireEvent.click(row(/Rent/).getByText('Rent')));
  });

  it('does nothing where it ends the marking of text', async () => {
    await openTable();
    const text = row(/Rent/).getByText('Rent');
    getSelection()?.selectAllChildren(text);
    await expectNothingOpens(() => fireEvent.click(text));
    getSelection()?.removeAllRanges();
  });

  it('chooses no row where it ends the marking of text', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', { name: 'Choose several' }));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Rent/ });
    const text = row(/Rent/).getByText('Rent');
    getSelection()?.selectAllChildren(text);
    await opening(() => fireEvent.click(text));
    getSelection()?.removeAllRanges();
    expect(box.checked).toBe(false);
  });

  it('chooses the row while rows are chosen', async () => {
    await openTable();
    fireEvent.click(screen.getByRole('button', { name: 'Choose several' }));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Rent/ });
    fireEvent.click(row(/Rent/).getByText('Rent'));
    await waitFor(() => expect(box.checked).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
