// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { today } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(async () => {
  vi.useRealTimers();
  await closeApp();
});

const MARKET: Partial<TransactionRow> = {
  description: 'Market',
  category: 'Split',
  amount: 3_000,
  date: '2026-03-05',
  notes: 'by bike',
  status: 'cleared',
  lines: [
    { id: crypto.randomUUID(), category: 'Food', cents: 2_000, note: 'bread' },
    { id: crypto.randomUUID(), category: 'Shopping', cents: 1_000, note: '' },
  ],
};

async function openWith(...rows: Partial<TransactionRow>[]) {
  return openOn(1440, rows);
}

async function openOn(width: number, rows: Partial<TransactionRow>[]) {
  const arrange = async ({ db, actor }: OpenedApp) => {
    await createAccount(db, actor, { name: 'Household' });
    const other = await createAccount(db, actor, { name: 'Studio' });
    if (!other.ok) throw new Error('no account');
    const own = { accountId: other.id, userId: actor.userId, userEmail: actor.email };
    const all = rows.map((row, at) => transactionRow(at + 1, { ...own, ...row }));
    await writeMonths(db, `account:${other.id}`, all);
  };
  const app = await openApp({ address: '/?account=all', width, arrange });
  await screen.findAllByRole('button', { name: width < 1000 ? /\$/ : /^Edit / });
  const entered = async () => {
    const studio = (await app.db.accounts.toArray()).find(({ name }) => name === 'Studio');
    return newestTransactions(app.db, studio?.id ?? '', 10);
  };
  return { app, entered };
}

describe('the same again', () => {
  it('adds with two presses, today, what a row has: account, lines and notes, and not its status', async () => {
    const { entered } = await openWith(MARKET);
    await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Same again: Market' })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add expense' }));
    await dialog.findByDisplayValue('bread');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(async () => expect(await entered()).toHaveLength(2));
    const [again, before] = await entered();
    expect(again).toMatchObject({
      date: today(new Date()),
      description: 'Market',
      amount: 3_000,
      notes: 'by bike',
      status: 'open',
      lines: [
        { category: 'Food', cents: 2_000, note: 'bread' },
        { category: 'Shopping', cents: 1_000 },
      ],
    });
    const ids = [again, before].flatMap((row) => row?.lines?.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBe(4);
  });

  it('keeps what was changed and not added, for this row alone', async () => {
    const { entered } = await openWith({ description: 'Cinema', category: 'Entertainment' }, { description: 'Bakery' });
    const repeat = (which: string) =>
      opening(() => fireEvent.click(screen.getByRole('button', { name: `Same again: ${which}` })));
    await repeat('Cinema');
    await screen.findByDisplayValue('Cinema');
    const date = within(screen.getByRole('dialog')).getByLabelText('Date');
    fireEvent.change(date, { target: { value: '2026-03-02' } });
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await repeat('Bakery');
    await screen.findByDisplayValue('Bakery');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await repeat('Cinema');
    expect(await screen.findByDisplayValue('Mar 2, 2026')).toBeDefined();
    expect(await entered()).toHaveLength(2);
  });

  it('is whole again after another one was added in between', async () => {
    const { entered } = await openWith({ description: 'Cinema', category: 'Entertainment' });
    const repeat = () => opening(() => fireEvent.click(screen.getByRole('button', { name: 'Same again: Cinema' })));
    await repeat();
    await screen.findByDisplayValue('Cinema');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add and another' }));
    await waitFor(async () => expect(await entered()).toHaveLength(2));
    await screen.findByText(/^1 added/);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await opening(() =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Same again: Cinema' }).at(-1) ?? document.body),
    );
    expect(await screen.findByDisplayValue('Cinema')).toBeDefined();
  });

  it('is not changed by midnight, so nothing of it is kept', async () => {
    const { app } = await openWith({ description: 'Cinema', category: 'Entertainment' });
    await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Same again: Cinema' })));
    await screen.findByDisplayValue('Cinema');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    fireEvent.focus(window);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await app.db.drafts.count()).toBe(0);
  });

  it('is added by two presses on a phone, for today, and its toast takes it back', async () => {
    const { app, entered } = await openOn(390, [MARKET]);
    await opening(() => fireEvent.click(screen.getByRole('button', { name: /Market/ })));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Again today' }));
    await waitFor(async () => expect(await entered()).toHaveLength(2));
    const [again] = await entered();
    expect(again).toMatchObject({ date: today(new Date()), amount: 3_000, notes: 'by bike', status: 'open' });
    expect(again?.lines?.map(({ category }) => category)).toEqual(['Food', 'Shopping']);
    expect(screen.queryByRole('dialog', { name: /Transaction|expense/ })).toBeNull();
    const undo = await screen.findByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    await waitFor(async () => expect(await entered()).toHaveLength(1));
    expect(await app.db.drafts.count()).toBe(0);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Market/ })));
  });

  it('is a form on a phone where a new entry needs more than the row has', async () => {
    const { entered } = await openOn(390, [{ ...MARKET, description: '', lines: null, category: 'Food' }]);
    await opening(() => fireEvent.click(screen.getByRole('button', { name: /Food/ })));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    await opening(() => fireEvent.click(edit.getByRole('button', { name: 'Again today' })));
    expect(await screen.findByRole('dialog', { name: 'Add expense' })).toBeDefined();
    expect(await entered()).toHaveLength(1);
  });

  it('is not offered for an opening balance, nor for a side of a transfer', async () => {
    await openWith(
      { description: 'Start', nature: 'opening' },
      { description: 'To savings', nature: 'transfer' },
      { description: 'Bakery' },
    );
    const offered = screen.getAllByRole('button', { name: /^Same again/ });
    expect(offered.map((one) => one.getAttribute('aria-label'))).toEqual(['Same again: Bakery']);
  });
});
