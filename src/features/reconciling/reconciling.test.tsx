// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Role } from '#domain/rows';
import { accountRow, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { findTransaction } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

const WARNING = 'This account does not agree with the bank';
const HOUSEHOLD = '00000000-0000-4000-8000-0000000000a9';

/** An account with so many expenses of one dollar; the first is `row 1`. */
function household(count: number) {
  return async ({ db, actor }: OpenedApp) => {
    const own = { accountId: HOUSEHOLD, userId: actor.userId };
    const rows = Array.from({ length: count }, (_, n) => {
      return transactionRow(n + 1, { ...own, createdAt: new Date(Date.UTC(2026, 0, 1) + n).toISOString() });
    });
    await writeMonths(db, accountScope(HOUSEHOLD), rows);
  };
}

async function openPage(arrange: (app: OpenedApp) => Promise<void>) {
  const opened = await openApp({
    address: `/account/${HOUSEHOLD}`,
    arrange: async (app) => {
      await app.db.accounts.put(accountRow({ id: HOUSEHOLD, name: 'Household', ownerId: app.actor.userId }));
      await arrange(app);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Details' }));
  return opened;
}

async function openDialog() {
  const card = within(await screen.findByRole('region', { name: 'Reconciliations' }));
  await opening(() => fireEvent.click(card.getByRole('button', { name: 'Reconcile' })));
  return within(await screen.findByRole('dialog', { name: 'Reconcile' }));
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

const type = (dialog: Opened, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const press = (key: string) => {
  const focused = document.activeElement ?? document.body;
  fireEvent.keyDown(focused, { key });
  if (key === ' ') fireEvent.click(focused);
};

/** Two rows of one day come in either order. */
const sorted = (text: string) => [...text].sort().join('');

describe('reconciling', () => {
  it('ticks a statement by keyboard, with the difference in sight, and finishes at zero', async () => {
    const { db } = await openPage(household(5));
    const dialog = await openDialog();
    type(dialog, 'Statement balance', '-3');
    const finish = dialog.getByRole('button', { name: 'Finish' });
    const left = () => dialog.getByText('Difference').nextElementSibling?.textContent;
    await waitFor(() => expect(left()).toBe('-$3.00'));
    expect(finish).toHaveProperty('disabled', true);
    (await dialog.findAllByRole('checkbox'))[0]?.focus();
    for (const next of ['-$2.00', '-$1.00', '$0.00']) {
      press(' ');
      await waitFor(() => expect(left()).toBe(next));
      press('ArrowDown');
    }
    expect(dialog.getByText('3 of 5 transactions')).toBeDefined();
    fireEvent.click(finish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const card = within(await screen.findByRole('region', { name: 'Reconciliations' }));
    expect(await card.findByText(/^Agrees with the bank since/)).toBeDefined();
    const [reconciliation] = await db.reconciliations.toArray();
    const named = await findTransaction(db, transactionRow(1).id, {});
    expect(named).toMatchObject({ status: 'reconciled', reconciliationId: reconciliation?.id });
  });

  it('keeps ticks and statement of somebody who leaves, and adds the difference as an adjustment', async () => {
    await openPage(household(2));
    let dialog = await openDialog();
    fireEvent.click((await dialog.findAllByRole('checkbox'))[0] ?? document.body);
    await dialog.findByText('1 of 2 transactions');
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    dialog = await openDialog();
    expect(await dialog.findByText('1 of 2 transactions')).toBeDefined();
    type(dialog, 'Statement balance', '4');
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    dialog = await openDialog();
    expect(dialog.getByLabelText('Statement balance')).toHaveProperty('value', '4');
    fireEvent.click(await dialog.findByRole('button', { name: 'Add the difference' }));
    expect(await dialog.findByText('+$5.00')).toBeDefined();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Finish' })).toHaveProperty('disabled', false));
  });

  it('stores a tick that comes as soon as the rows are on the screen, and those after it', async () => {
    const { db } = await openPage(household(2));
    const early = new Promise<void>((resolve) => {
      // It is called between the commit of the rows and the effects of React.
      const observer = new MutationObserver(() => {
        const [first] = document.querySelectorAll<HTMLInputElement>('dialog input[type=checkbox]');
        if (!first) return;
        observer.disconnect();
        first.click();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    const dialog = await openDialog();
    await early;
    await dialog.findByText('1 of 2 transactions');
    fireEvent.click(dialog.getAllByRole('checkbox')[1] ?? document.body);
    const statusOf = async (n: number) => (await findTransaction(db, transactionRow(n).id, {}))?.status;
    await waitFor(async () => expect([await statusOf(1), await statusOf(2)]).toEqual(['cleared', 'cleared']));
  });

  it('offers to add the difference only where no rows without a tick explain it, and else names them', async () => {
    await openPage(async (app) => {
      const own = { accountId: HOUSEHOLD, userId: app.actor.userId };
      const rows = [
        transactionRow(1, { ...own, amount: 900, description: 'Rent' }),
        transactionRow(2, { ...own, amount: 450, description: 'Cinema' }),
        transactionRow(3, { ...own, amount: 70, description: '', category: 'Food' }),
        transactionRow(4, { ...own, amount: 70, description: 'Tea' }),
      ];
      await writeMonths(app.db, accountScope(HOUSEHOLD), rows);
    });
    const dialog = await openDialog();
    await dialog.findAllByRole('checkbox');
    const offered = () => dialog.queryByRole('button', { name: 'Add the difference' }) !== null;
    for (const [balance, sentence] of [
      ['-9', '“Rent” of Mar 5, 2026 (-$9.00) is exactly the difference. Tick it if the statement shows it.'],
      [
        '-0.70',
        'One of these is exactly the difference: “Tea” of Mar 5, 2026 (-$0.70), “Food” of Mar 5, 2026 (-$0.70). ' +
          'Tick it if the statement shows it.',
      ],
      [
        '-13.50',
        '“Rent” of Mar 5, 2026 (-$9.00) and “Cinema” of Mar 5, 2026 (-$4.50) are together exactly the difference. ' +
          'Tick them if the statement shows them.',
      ],
      ['-14.90', 'All 4 transactions without a tick are together exactly the difference.'],
    ] as const) {
      type(dialog, 'Statement balance', balance);
      expect(await dialog.findByText((text) => sorted(text) === sorted(sentence))).toBeDefined();
      expect(offered()).toBe(false);
    }
    type(dialog, 'Statement balance', '4');
    await waitFor(() => expect(offered()).toBe(true));
    expect(dialog.queryByText(/exactly the difference/)).toBeNull();
  });

  it('names a ticked row that alone is the difference, and still offers to add it', async () => {
    await openPage(async (app) => {
      const own = { accountId: HOUSEHOLD, userId: app.actor.userId };
      const rows = [
        transactionRow(1, { ...own, amount: 900, description: 'Rent' }),
        transactionRow(2, { ...own, amount: 450, description: 'Cinema' }),
      ];
      await writeMonths(app.db, accountScope(HOUSEHOLD), rows);
    });
    const dialog = await openDialog();
    for (const box of await dialog.findAllByRole('checkbox')) fireEvent.click(box);
    await dialog.findByText('2 of 2 transactions');
    type(dialog, 'Statement balance', '-9');
    const named = '“Cinema” of Mar 5, 2026 (-$4.50) is ticked and exactly the difference.';
    const sentence = `${named} Take the tick off if the statement does not show it.`;
    expect(await dialog.findByText(sentence)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Add the difference' })).toBeDefined();
    type(dialog, 'Statement balance', '-8');
    await waitFor(() => expect(dialog.queryByText(sentence)).toBeNull());
  });

  it('the first one begins with a tick at the opening balance, which may be taken off', async () => {
    const { db } = await openPage(async (app) => {
      const own = { accountId: HOUSEHOLD, userId: app.actor.userId };
      const opening = { nature: 'opening', type: 'income', amount: 120_000, category: 'Opening balance' } as const;
      const rows = [transactionRow(1, { ...own, ...opening, description: 'Opening balance' }), transactionRow(2, own)];
      await writeMonths(app.db, accountScope(HOUSEHOLD), rows);
    });
    let dialog = await openDialog();
    expect(await dialog.findByText('1 of 2 transactions')).toBeDefined();
    const box = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
    // Nothing is stored of it yet.
    expect(await findTransaction(db, transactionRow(1).id, {})).toMatchObject({ status: 'open' });
    fireEvent.click(box('Opening balance'));
    await waitFor(() => expect(box('Opening balance').checked).toBe(false));
    fireEvent.click(box('row 2'));
    await waitFor(() => expect(box('row 2').checked).toBe(true));
    expect(box('Opening balance').checked).toBe(false);
    fireEvent.click(box('Opening balance'));
    await dialog.findByText('2 of 2 transactions');
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    dialog = await openDialog();
    await dialog.findByText('2 of 2 transactions');
    type(dialog, 'Statement balance', '1199');
    const finish = dialog.getByRole('button', { name: 'Finish' });
    await waitFor(() => expect(finish).toHaveProperty('disabled', false));
    fireEvent.click(finish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [reconciliation] = await db.reconciliations.toArray();
    const named = await findTransaction(db, transactionRow(1).id, {});
    expect(named).toMatchObject({ status: 'reconciled', reconciliationId: reconciliation?.id });
  });

  it('the first one reconciles an opening balance that nobody touched', async () => {
    const { db } = await openPage(async (app) => {
      const own = { accountId: HOUSEHOLD, userId: app.actor.userId };
      const opening = { nature: 'opening', type: 'income', category: 'Opening balance' } as const;
      await writeMonths(app.db, accountScope(HOUSEHOLD), [transactionRow(1, { ...own, ...opening })]);
    });
    const dialog = await openDialog();
    type(dialog, 'Statement balance', '1');
    const finish = dialog.getByRole('button', { name: 'Finish' });
    await waitFor(() => expect(finish).toHaveProperty('disabled', false));
    fireEvent.click(finish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await findTransaction(db, transactionRow(1).id, {})).toMatchObject({ status: 'reconciled' });
  });

  it('a later one begins without a tick at an opening balance', async () => {
    await openPage(async (app) => {
      const own = { accountId: HOUSEHOLD, userId: app.actor.userId };
      const opening = { nature: 'opening', type: 'income', category: 'Opening balance' } as const;
      await writeMonths(app.db, accountScope(HOUSEHOLD), [transactionRow(1, { ...own, ...opening })]);
      await app.db.reconciliations.put({
        id: crypto.randomUUID(),
        version: 1,
        createdAt: '2026-03-31T10:00:00.000Z',
        accountId: HOUSEHOLD,
        date: '2026-03-31',
        balance: 0,
        userId: null,
        userEmail: null,
        changes: [],
      });
    });
    const dialog = await openDialog();
    expect(await dialog.findByText('0 of 1 transaction')).toBeDefined();
  });

  it('refuses a statement of a future date at the field', async () => {
    await openPage(household(1));
    const dialog = await openDialog();
    type(dialog, 'Statement date', '2999-01-01');
    expect(await dialog.findByText('A statement cannot be of a future date.')).toBeDefined();
  });

  it.each<Role>(['viewer', 'member'])('is not offered to a %s', async (role) => {
    await openPage(async (app) => {
      await household(1)(app);
      await app.db.accounts.put(accountRow({ id: HOUSEHOLD, ownerId: crypto.randomUUID() }));
      const cursor = { accountId: HOUSEHOLD, role, version: 1, grantId: 'g', before: null };
      await app.db.cursors.put({ scope: accountScope(HOUSEHOLD), ...cursor });
    });
    await screen.findByRole('region', { name: 'Transactions' });
    expect(screen.queryByRole('button', { name: 'Reconcile' })).toBeNull();
  });

  it('asks before a reconciled row is deleted, and then shows that the account no longer agrees', async () => {
    await openPage(async (app) => {
      const { userId } = app.actor;
      const id = crypto.randomUUID();
      const reconciled = { status: 'reconciled', reconciliationId: id } as const;
      const rows = [1, 2].map((n) => transactionRow(n, { accountId: HOUSEHOLD, userId, ...reconciled }));
      await writeMonths(app.db, accountScope(HOUSEHOLD), rows);
      await app.db.reconciliations.put({
        id,
        version: 1,
        createdAt: '2026-03-31T10:00:00.000Z',
        accountId: HOUSEHOLD,
        date: '2026-03-31',
        balance: -200,
        userId: null,
        userEmail: 'ben@example.org',
        changes: [],
      });
    });
    const card = within(await screen.findByRole('region', { name: 'Reconciliations' }));
    expect(await card.findByText(/^Agrees with the bank since/)).toBeDefined();
    const panel = within(await screen.findByRole('region', { name: 'Transactions' }));
    expect((await panel.findAllByRole('img', { name: 'Reconciled' })).length).toBe(2);
    await opening(() => fireEvent.click(panel.getByRole('button', { name: 'Delete row 1' })));
    const question = within(await screen.findByRole('dialog', { name: 'Delete a reconciled transaction?' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete it' }));
    expect(await card.findByText(/^Does not agree with the bank since/)).toBeDefined();
    expect(card.getByText('Differs by +$1.00')).toBeDefined();
    // Who opens the page later sees it before the details, which it leads to.
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    const warning = await screen.findByRole('button', { name: WARNING });
    expect(screen.queryByRole('region', { name: 'Reconciliations' })).toBeNull();
    fireEvent.click(warning);
    expect(await screen.findByText('Differs by +$1.00')).toBeDefined();
    expect(screen.queryByRole('button', { name: WARNING })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Details' }));
  });

  it('clears a row of the list with the key c, and takes that back', async () => {
    await openPage(household(1));
    const edit = await screen.findByRole('button', { name: 'Edit row 1' });
    fireEvent.keyDown(edit, { key: 'c' });
    expect(await screen.findByRole('button', { name: 'Cleared: row 1', pressed: true })).toBeDefined();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Edit row 1' }), { key: 'c' });
    expect(await screen.findByRole('button', { name: 'Cleared: row 1', pressed: false })).toBeDefined();
  });
});
