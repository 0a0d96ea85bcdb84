// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT } from '#store/database/rows.fixture';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

async function open(...lines: string[]) {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: ({ db: opened, actor }) => putOwnAccount(opened, actor.userId, 'Household'),
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  const files = [new File([lines.join('\n')], 'savings.csv')];
  fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files } });
  return db;
}

async function choose(...lines: string[]) {
  const db = await open(...lines);
  await screen.findByRole('button', { name: /^Import \d/ });
  return db;
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const select = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('a table with missing rows says by how much it misses the balance, and no opening balance is ticked', async () => {
  await choose(
    'Date,Text,Amount,Balance',
    '2026-01-02,Kiosk,-9.00,91.00',
    '2026-01-04,Bar,-1.00,80.00',
    '2026-01-05,Bakery,-2.00,78.00',
  );
  expect(await screen.findByText(/^The rows miss the bank’s balance of \$78.00 on .* by -\$10.00/)).toBeDefined();
  expect(screen.queryByText(/^Adds up/)).toBeNull();
  expect(await screen.findByRole('checkbox', { name: /^Begin with an opening balance/ })).toHaveProperty(
    'checked',
    false,
  );
});

it('other columns with which the rows add up are offered', async () => {
  await choose(
    'Date,Text,Gross,Fee,Net,Balance',
    '2026-01-02,Shop,50.00,-1.50,48.50,148.50',
    '2026-01-03,Shop,20.00,-0.50,19.50,168.00',
    '2026-01-04,Rent,-90.00,0.00,-90.00,78.00',
  );
  await screen.findByText(/^Adds up to the bank’s balance of \$78.00/);
  select('What Gross is', 'amount');
  await screen.findByText(/^The rows miss the bank’s balance of \$78.00 on .* by -\$2.00|With other columns/);
  await press('Read it so');
  expect(await screen.findByText(/^Adds up to the bank’s balance of \$78.00/)).toBeDefined();
  expect(screen.getByText('3 rows: $68.00 in, $90.00 out.')).toBeDefined();
});

it('a new account is of the kind that is chosen, and begins with the balance before the first row', async () => {
  const db = await choose('Date,Text,Amount,Balance', '2026-01-02,Kiosk,-9.00,91.00', '2026-01-04,Pay,20.00,111.00');
  select('Into account', 'new');
  expect(screen.getByLabelText('Kind of the new account')).toHaveProperty('value', 'savings');
  select('Kind of the new account', 'cash');
  const box = await screen.findByRole('checkbox', {
    name: 'Begin with an opening balance of $100.00 on Jan 1, 2026. Then the account agrees with the bank.',
  });
  expect(box).toHaveProperty('checked', true);
  await press('Import 2 transactions');
  await screen.findByText('2 transactions are in savings.');
  const made = (await db.accounts.toArray()).find(({ name }) => name === 'savings');
  expect(made?.kind).toBe('cash');
  const rows = await newestTransactions(db, made?.id ?? '', 9);
  expect(rows.map(({ nature, amount, date }) => [nature, amount, date])).toEqual([
    ['regular', 2000, '2026-01-04'],
    ['regular', 900, '2026-01-02'],
    ['opening', 10_000, '2026-01-01'],
  ]);
});

it('each account of a table goes into one of its own', async () => {
  const db = await choose(
    'Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags',
    '2026-01-02,Kiosk,Food,Everyday,KIOSK,,-9.00,',
    '2026-01-03,Books,Fun,Blue Visa,BOOKS,,-8.00,',
    '2026-01-04,Bakery,Food,Everyday,BAKERY,,-2.00,',
  );
  expect(screen.getByLabelText('Name of the new account')).toHaveProperty('value', 'Everyday');
  await press('Import 2 transactions');
  await press('Next');
  expect(await screen.findByLabelText('Name of the new account')).toHaveProperty('value', 'Blue Visa');
  expect(screen.getByLabelText('Kind of the new account')).toHaveProperty('value', 'credit_card');
  await press('Import 1 transaction');
  await screen.findByText(/1 transaction is in Blue Visa/);
  const names = (await db.accounts.toArray()).map(({ name, kind }) => `${name} ${kind}`);
  expect(names.sort()).toEqual(['Blue Visa credit_card', 'Everyday checking', 'Household other']);
});

it('of shared expenses the user says which column is theirs', async () => {
  await open(
    'Date,Description,Category,Cost,Currency,Ada Example,Ben Example',
    '2026-01-02,Dinner,Dining out,60.00,USD,30.00,-30.00',
    '2026-01-03,Taxi,Taxi,8.00,USD,8.00,-8.00',
  );
  const question = within(await screen.findByRole('radiogroup', { name: 'Which column is yours?' }));
  expect(screen.getByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(question.getByRole('radio', { name: 'Ben Example: -30.00' }));
  expect(await screen.findByText('2 rows: $0.00 in, $38.00 out.')).toBeDefined();
});
