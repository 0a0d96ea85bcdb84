/** The past of rows, asked of the server. Every function throws an AuthFailure and nothing else. */
import * as v from 'valibot';
import { type HistoryEvent, HistoryPage } from '#domain/transactions/history';
import type { Auth } from './auth-client.ts';
import { AuthFailure } from './auth-failure.ts';
import { ask, refusalOf } from './login-service.ts';

/** Where a page begins: after this event, or with the newest one. */
type After = HistoryEvent | null;

/** A page of what was done to a transaction, as far as the user may read the accounts in which it stood. */
export function readTransactionHistory(auth: Auth, transactionId: string, after: After): Promise<HistoryPage> {
  return readPage(auth, 'transaction_history', { p_transaction: transactionId }, after);
}

/** A page of what was done in an account. */
export function readAccountActivity(auth: Auth, accountId: string, after: After): Promise<HistoryPage> {
  return readPage(auth, 'account_activity', { p_account: accountId }, after);
}

async function readPage(auth: Auth, name: string, of: object, after: After): Promise<HistoryPage> {
  const response = await ask(auth, name, { ...of, p_before: after?.at ?? null, p_before_id: after?.id ?? null });
  if (!response.ok) throw await refusalOf(response);
  const page = v.safeParse(HistoryPage, await response.json().catch(() => null));
  if (!page.success) throw new AuthFailure('server');
  return page.output;
}
