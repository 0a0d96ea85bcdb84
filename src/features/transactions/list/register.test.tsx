// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { idOf, membershipRow, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRunningBalance } from './use-running-balance.ts';

beforeEach(() => useRunningBalance.setState({ isShown: false }));
afterEach(closeApp);

const ROWS = [
  { description: 'Cinema', category: 'Entertainment', amount: 2_800, date: '2026-03-05' },
  { description: 'Salary', category: 'Salary', amount: 412_500, date: '2026-03-03', type: 'income' },
  { description: 'Rent', category: 'Housing', amount: 124_001, date: '2026-03-01' },
  {
    description: 'Start',
    category: 'Opening balance',
    amount: 50,
    date: '2026-02-01',
    nature: 'opening',
    type: 'income',
  },
] as const;

let accountId: string;
async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  accountId = account.id;
  const own = { accountId, userId: actor.userId, userEmail: actor.email };
  await writeMonths(
    db,
    `account:${accountId}`,
    ROWS.map((row, at) => transactionRow(at + 1, { ...own, ...row })),
  );
}

async function openWide() {
  await openApp({ address: '/', arrange });
  await screen.findByRole('row', { name: /Rent/ });
}

function balances() {
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Balance');
  if (at === -1) return null;
  const rows = screen.getAllByRole('row').slice(1);
  return rows.map((row) => within(row).getAllByRole('cell')[at]?.textContent);
}

describe('the running balance', () => {
  it('is switched on by a button, and says what the account held after each row', async () => {
    await openWide();
    expect(balances()).toBeNull();
    const toggle = screen.getByRole('button', { name: 'Running balance' });
    fireEvent.click(toggle);
    await waitFor(() => expect(balances()).toEqual(['$2,857.49', '$2,885.49', '-$1,239.51', '$0.50']));
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(toggle);
    await waitFor(() => expect(balances()).toBeNull());
  });

  it('follows a deletion at once', async () => {
    useRunningBalance.setState({ isShown: true });
    await openWide();
    fireEvent.click(screen.getByRole('button', { name: 'Delete Rent' }));
    await waitFor(() => expect(balances()).toEqual(['$4,097.50', '$4,125.50', '$0.50']));
  });

  it('is remembered by this browser', async () => {
    await openWide();
    fireEvent.click(screen.getByRole('button', { name: 'Running balance' }));
    expect(localStorage.getItem('carryover-running-balance')).toBe('shown');
    fireEvent.click(screen.getByRole('button', { name: 'Running balance' }));
    expect(localStorage.getItem('carryover-running-balance')).toBeNull();
  });

  it('goes while a filter holds or another order is chosen', async () => {
    useRunningBalance.setState({ isShown: true });
    await openWide();
    await waitFor(() => expect(balances()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(balances()).toBeNull());
    expect(screen.queryByRole('button', { name: 'Running balance' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Date' }));
    fireEvent.click(screen.getByRole('button', { name: 'Date' }));
    await waitFor(() => expect(balances()).not.toBeNull());
    fireEvent.change(screen.getByRole('combobox', { name: 'Filter by description or category' }), {
      target: { value: 'rent' },
    });
    await waitFor(() => expect(balances()).toBeNull());
  });
});

describe('a row on a phone', () => {
  it('names nobody in an account that is only the user’s own', async () => {
    await openApp({ address: '/', width: 390, arrange });
    const card = await screen.findByRole('button', { name: /Rent/ });
    expect(card.textContent).not.toContain('anna@example.org');
  });

  it('names its contributor where somebody else shares the account', async () => {
    await openApp({
      address: '/',
      width: 390,
      arrange: async (app) => {
        await arrange(app);
        await app.db.memberships.put(membershipRow(1, { accountId, userId: idOf(901) }));
      },
    });
    const card = await screen.findByRole('button', { name: /Rent/ });
    await waitFor(() => expect(card.textContent).toContain('anna@example.org'));
  });
});

it('the words Opening balance stand once in a row', async () => {
  await openApp({
    address: '/',
    arrange: async ({ db, actor }) => {
      const input = { name: 'Household', opening: '5', openingDate: '2026-01-01' };
      const account = await createAccount(db, actor, input);
      if (account.ok) accountId = account.id;
    },
  });
  const words = async () => within(await screen.findByRole('row', { name: /Opening balance/ })).getAllByText(/Opening/);
  expect((await words()).map((one) => one.textContent)).toEqual(['Opening balance']);
  fireEvent.click(await screen.findByRole('link', { name: 'Accounts' }));
  const list = within(await screen.findByRole('main'));
  fireEvent.click(await list.findByRole('link', { name: 'Household' }));
  await screen.findByRole('columnheader', { name: 'Type' });
  expect((await words()).map((one) => one.textContent)).toEqual(['Opening balance', 'Opening']);
});

it('the mark before a category is an icon or a letter, and a screen reader does not read it', async () => {
  await openWide();
  const mark = (name: RegExp) => screen.getByRole('row', { name }).querySelector('.row-mark');
  expect(mark(/Rent/)?.getAttribute('data-icon')).toBe('house');
  expect(mark(/Start/)?.textContent).toBe('O');
  expect(mark(/Start/)?.getAttribute('aria-hidden')).toBe('true');
});
