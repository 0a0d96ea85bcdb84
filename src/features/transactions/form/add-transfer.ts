import { formatMoney } from '#domain/money/money';
import type { AccountRow } from '#domain/rows';
import type { TransferFields } from '#domain/transactions/transfers';
import type { Actor } from '#store/commands/commit/commit';
import { enterTransfer } from '#store/commands/transfers/transfer-add';
import type { Database } from '#store/database/database';
import * as failures from '#texts/failures';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { showToast } from '#ui/toast';
import { orToast } from '../../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/** Saves a transfer and shows a toast, which names the accounts. Returns whether it was saved. */
export async function addTransferAndTell(
  db: Database,
  actor: Actor,
  fields: TransferFields,
  accounts: readonly AccountRow[],
): Promise<boolean> {
  if (!(await orToast(FAILURE, () => enterTransfer(db, actor, fields)))) return false;
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? '';
  const [from, to] = [nameOf(fields.from.accountId), nameOf(fields.to.accountId)];
  const description = sentences.addedDescription(formatMoney(fields.from.amount), from, to);
  showToast({ title: texts.ADDED_TITLE, description, tone: 'success' });
  return true;
}
