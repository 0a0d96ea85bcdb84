/** A quick entry on the screen of the whole app. */
import { fireEvent, screen, within } from '@testing-library/react';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { writeSyncState } from '#store/database/sync-state';
import { newestTransactions } from '#store/queries/rows/transactions';
import { offeredWith } from '../../../../tests/support/choosing.ts';
import { type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

export async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  const input = { accountId: account.id, type: 'expense', amount: '9', date: '2026-03-01' } as const;
  await addTransaction(db, actor, { ...input, description: 'Cinema Rio', category: 'Entertainment' });
}

export async function openQuickEntry() {
  const app = await openApp({ address: '/?add=expense', arrange });
  const dialog = within(await screen.findByRole('dialog'));
  await offeredWith(dialog, 'Category', 'Food');
  return { app, dialog };
}

export type Scope = ReturnType<typeof within>;

export function enter(dialog: Scope, label: string, value: string) {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
}

export async function saved({ db }: OpenedApp) {
  const [account] = await db.accounts.toArray();
  return newestTransactions(db, account?.id ?? '', 10);
}

export const synced = ({ db }: OpenedApp) => writeSyncState(db, { lastSyncedAt: '2026-03-01T00:00:00.000Z' });

export const viewersOnly = async (app: OpenedApp) => {
  await arrange(app);
  await synced(app);
  const [account] = await app.db.accounts.toArray();
  if (!account) throw new Error('no account');
  await app.db.accounts.put({ ...account, ownerId: crypto.randomUUID() });
  const scope = accountScope(account.id);
  const grant = { role: 'viewer', version: 1, grantId: 'g', before: null } as const;
  await app.db.cursors.put({ scope, accountId: account.id, ...grant });
};
