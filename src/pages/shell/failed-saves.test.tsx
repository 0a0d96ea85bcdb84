// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { useCategoryCommands } from '../../features/categories/use-category-commands.ts';
import { useAddTransaction } from '../../features/transactions/form/use-add-transaction.ts';

const ENTRY = {
  type: 'expense',
  amount: '5',
  date: '2026-03-01',
  category: 'Food',
  notes: '',
  budgetId: null,
  lines: null,
  refund: false,
} as const;

let shown: Screen;
let accountId = '';
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await shown.close();
});

function Form() {
  const add = useAddTransaction(accountId);
  const categories = useCategoryCommands();
  const fields = { ...ENTRY, accountId, amount: 500, description: 'Tea' };
  return (
    <>
      <button type="button" onClick={() => void add({ categoryId: null, lines: null }, fields)}>
        add
      </button>
      <button type="button" onClick={() => void categories.add('expense', 'Tea')}>
        categorize
      </button>
    </>
  );
}

/** An account with one entry that waits, on a device whose browser from now on refuses every entry with this error. */
async function show(name: string): Promise<void> {
  shown = await showSignedIn(<Form />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Household' });
    if (!account.ok) throw new Error('no account');
    accountId = account.id;
    await addTransaction(db, ACTOR, { ...ENTRY, accountId, description: 'Soup' });
  });
  refuseWith(name);
}

function refuseWith(name: string): void {
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...values) {
    if (this.name === 'outbox') throw new DOMException('raw words of the browser', name);
    return add.apply(this, values);
  });
}

test.each(['add', 'categorize'])(
  'on a full device, %s says what is safe and offers to export what is unsent',
  async (press) => {
    await show('QuotaExceededError');
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} }),
    );
    fireEvent.click(await screen.findByRole('button', { name: press }));
    expect(
      await screen.findByText(/This device has no room left, so this was not saved. What you saved before is safe/),
    ).toBeTruthy();
    expect(screen.queryByText(/raw words|storage failed|storage_full/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Export what is unsent' }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text()).toContain('Soup');
    expect((await newestTransactions(shown.db, accountId, 5)).map(({ description }) => description)).toEqual(['Soup']);
  },
);

test('a browser that refuses to store an entry is named as the reason', async () => {
  await show('SecurityError');
  fireEvent.click(await screen.findByRole('button', { name: 'add' }));
  expect(await screen.findByText(/This browser did not let Carryover save this/)).toBeTruthy();
});
