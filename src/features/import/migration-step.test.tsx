// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { kindOf } from '#domain/account-kinds';
import type { Database } from '#store/database/database';
import { ACCOUNT } from '#store/database/rows.fixture';
import { accountSummary } from '#store/queries/accounts/accounts';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

/** Opens the import of somebody who has an account called Checking, and drops these files. */
function drop(...names: string[]): Promise<Database> {
  return dropFiles(names.map((name) => new File([readFileSync(`tests/fixtures/import/${name}`)], name)));
}

async function dropFiles(files: readonly File[]): Promise<Database> {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db: opened, actor }) => {
      await putOwnAccount(opened, actor.userId, 'Checking');
    },
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files } });
  await screen.findByText(/An export of/);
  return db;
}

const dialog = () => within(screen.getByRole('dialog', { name: /^Import/ }));
const choose = (label: string | RegExp, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });

it('accounts, categories and budgets of an export are mapped, and what is shown comes in', async () => {
  const db = await drop('ynab-register.csv', 'ynab-budget.csv');
  expect(dialog().getByLabelText('Checking goes into')).toHaveProperty('value', ACCOUNT);
  expect(dialog().getByLabelText('Savings goes into')).toHaveProperty('value', 'new');
  expect(dialog().getByLabelText('Kind of the new account for Visa')).toHaveProperty('value', 'credit_card');
  choose('Name of the new account for Visa', 'My card');
  choose('Kind of the new account for Savings', 'cash');
  const music = 'Fun: Music, expense, becomes';
  await waitFor(() => expect(dialog().getByLabelText(music).textContent).toContain('Entertainment'));
  choose(music, 'Entertainment');
  expect(await dialog().findByText('10 transactions come into 3 accounts, 2 transfers with both sides.')).toBeDefined();
  // The account is there, so the opening balance of the file waits for a tick.
  fireEvent.click(dialog().getByRole('checkbox', { name: /Import Starting Balance/ }));
  expect(dialog().getByText(/2 lines are not readable/)).toBeDefined();
  expect(within(dialog().getByRole('region', { name: 'Budgets' })).getByText('Entertainment')).toBeDefined();
  fireEvent.click(await dialog().findByRole('button', { name: 'Import 11 transactions' }));
  expect(await screen.findByText('11 transactions are in 3 accounts. 3 budgets were made.')).toBeDefined();
  const accounts = await db.accounts.toArray();
  const balances = await Promise.all(
    accounts.map(async (account) => {
      const { balance } = await accountSummary(db, account.id);
      return `${account.name} ${kindOf(account)} ${balance}`;
    }),
  );
  expect(balances.sort()).toEqual(['Checking other 314780', 'My card credit_card -3000', 'Savings cash 22250']);
  expect((await db.budgets.toArray()).map(({ name }) => name).sort()).toEqual(['Entertainment', 'Food', 'Rent']);
});

it('an account that is left out takes its transfers apart, and each account of mine is offered once', async () => {
  await drop('ynab-register.csv');
  choose('Savings goes into', 'leave');
  expect(await dialog().findByText(/^7 transactions come into 2 accounts\./)).toBeDefined();
  const options = within(dialog().getByLabelText('Visa goes into')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['A new account', 'Nowhere: leave it out']);
  const row = dialog().getByRole('button', { name: /Transfer : Savings/ });
  expect(row.textContent).toContain('Without its other side in Savings, no transfer');
  choose('Name of the new account for Visa', ' ');
  expect(dialog().getByText('Enter a name.')).toBeDefined();
  expect(dialog().getByRole('button', { name: 'Nothing to import' })).toHaveProperty('disabled', true);
});

it('what the file leaves open is asked, and its accounts come with the answer', async () => {
  const header = 'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared';
  const row = 'Wallet,,02/03/2026,Kiosk,Fun: Ice,Fun,Ice,,$1.50,$0.00,Cleared';
  const db = await dropFiles([new File([`${header}\n${row}\n`], 'register.csv')]);
  expect(dialog().queryByLabelText('Wallet goes into')).toBeNull();
  fireEvent.click(dialog().getByLabelText('Day first'));
  expect(await dialog().findByLabelText('Wallet goes into')).toHaveProperty('value', 'new');
  choose('Name of the new account for Wallet', 'Pocket');
  fireEvent.click(await dialog().findByRole('button', { name: 'Import 1 transaction' }));
  expect(await screen.findByText('1 transaction is in 1 account.')).toBeDefined();
  expect((await db.accounts.toArray()).map(({ name }) => name).sort()).toEqual(['Checking', 'Pocket']);
});
