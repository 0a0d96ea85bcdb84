/** A report over a few entries, as tests open it. */
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { shiftDays, today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { ReportsTab } from './reports-tab.tsx';

export const DAY = today(new Date());

export async function account(db: Database, name: string): Promise<string> {
  const made = await createAccount(db, ACTOR, { name });
  return made.ok ? made.id : '';
}

type Entry = readonly ['income' | 'expense', amount: string, category: string, date?: string];

export async function enter(db: Database, accountId: string, entries: readonly Entry[]) {
  for (const [type, amount, category, date = DAY] of entries) {
    await addTransaction(db, ACTOR, { accountId, type, amount, category, date, description: 'entry' });
  }
}

export const ENTRIES: readonly Entry[] = [
  ['income', '3000', 'Salary'],
  ['expense', '20.10', 'Food'],
  ['expense', '0.20', 'Food', shiftDays(DAY, -1)],
  ['expense', '900', 'Housing'],
];

/** The caller closes it. */
export async function showReport(prepare: (db: Database) => Promise<unknown>): Promise<Screen> {
  const shown = await showSignedIn(<ReportsTab />, prepare);
  await screen.findByRole('heading', { name: 'Financial report' });
  return shown;
}

/** The sum with this label. */
export const total = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
export const expectTotal = (label: string, sum: string) => waitFor(() => expect(total(label)).toBe(sum));
