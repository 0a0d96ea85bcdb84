// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { type Database, databaseName } from '#store/database/database';
import { commitMutation } from '#store/optimistic/mutations';
import { showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AccountMenu } from '../../pages/shell/account-menu.tsx';
import { ANNA, accountRow, insertTransaction, transactionRow } from '../../store/database/rows.fixture.ts';

/** There Log out is in the menu. */
function showOnPhone(prepare: (db: Database) => Promise<unknown>) {
  return showSignedIn(<AccountMenu />, prepare, 390);
}

function openMenu(): void {
  const toggled = Object.assign(new Event('toggle'), { newState: 'open' });
  document.getElementById('account-menu')?.dispatchEvent(toggled);
}

test('waiting shows what is being sent, and logs out when it is done', async () => {
  let closes = 0;
  Object.assign(HTMLElement.prototype, { hidePopover: () => closes++ });
  const { db, close } = await showOnPhone(async (database) => {
    await database.accounts.put(accountRow());
    for (const number of [1, 2]) {
      await commitMutation(database, [insertTransaction(transactionRow(number))], { ...ANNA, now: new Date() });
    }
  });
  await screen.findByRole('button', { name: /Account menu/ });
  openMenu();
  fireEvent.click(await screen.findByText('Log out'));
  expect(closes).toBe(1);
  await screen.findByText(/^2 entries have not reached the server yet/);
  fireEvent.click(screen.getByText('Wait'));
  await screen.findByText(/^Sending 2 entries…/);
  await db.outbox.toCollection().modify({ state: 'applied' });
  await screen.findByText('Logged out successfully');
  await waitFor(async () => expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(false));
  await close();
});

test('before the wait, what the server did not take is told apart from what waits', async () => {
  const { close } = await showOnPhone(async (database) => {
    await database.accounts.put(accountRow());
    for (const number of [1, 2]) {
      await commitMutation(database, [insertTransaction(transactionRow(number))], { ...ANNA, now: new Date() });
    }
    await database.outbox.limit(1).modify({ state: 'rejected' });
  });
  await screen.findByRole('button', { name: /Account menu/ });
  openMenu();
  fireEvent.click(await screen.findByText('Log out'));
  const question = await screen.findByText(/^1 entry has not reached the server yet/);
  expect(question.textContent).toContain('The server did not take 1 entry.');
  await close();
});

test('the log-out does not wait for a refused entry', async () => {
  const { db, close } = await showOnPhone(async (database) => {
    await database.accounts.put(accountRow());
    await commitMutation(database, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  });
  await screen.findByRole('button', { name: /Account menu/ });
  openMenu();
  fireEvent.click(await screen.findByText('Log out'));
  fireEvent.click(await screen.findByText('Wait'));
  await db.outbox.toCollection().modify({ state: 'rejected' });
  const question = await screen.findByText(/^The server did not take 1 entry/);
  expect(question.textContent).toContain('it is not encrypted. On a shared computer, somebody could read it.');
  expect(screen.queryByText('Wait')).toBeNull();
  fireEvent.click(screen.getByText('Log out and keep'));
  await screen.findByText('Logged out successfully');
  expect(await db.outbox.count()).toBe(1);
  await close();
});
