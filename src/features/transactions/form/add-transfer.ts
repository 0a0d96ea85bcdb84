import { formatMoney } from '#domain/money/money';
import type { AccountRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import type { Database } from '#store/database/database';
import * as failures from '#texts/failures';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { showToast } from '#ui/toast';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { transferOf } from './check-transfer.ts';
import type { NewEntryDraft } from './new-entry-draft.ts';

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/** Saves a transfer of so many cents and shows a toast. Returns whether it was saved. */
export async function addTransferAndTell(
  db: Database,
  actor: Actor,
  { draft, cents, accounts }: { draft: NewEntryDraft; cents: number; accounts: readonly AccountRow[] },
): Promise<boolean> {
  if (!(await orToast(FAILURE, () => addTransfer(db, actor, transferOf(draft))))) return false;
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? '';
  const [from, to] = [nameOf(draft.accountId), nameOf(draft.toAccountId)];
  showToast({
    title: texts.ADDED_TITLE,
    description: sentences.addedDescription(formatMoney(cents), from, to),
    tone: 'success',
  });
  return true;
}
