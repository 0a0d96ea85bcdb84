/** The draft of what a user adds: a transaction of one account, or a transfer between two. */
import type { AccountRow, TransactionType } from '#domain/rows';
import type { TransactionFields } from '#domain/transactions/transactions';
import type { TransferFields } from '#domain/transactions/transfers';
import { newDraft, sameLinesDrafted, type TransactionDraft } from './transaction-draft.ts';

export type EntryType = TransactionType | 'transfer';

export type NewEntryDraft = Omit<TransactionDraft, 'type'> & {
  type: EntryType;
  /** Where a transfer goes. It comes from the draft's account. */
  toAccountId: string;
  /** The day on which a transfer arrives; empty where that is the draft's day. */
  toDate: string;
};

/** What a complete draft adds. */
export type NewEntry =
  | { kind: 'transaction'; fields: TransactionFields }
  | { kind: 'transfer'; fields: TransferFields };

export const NEW_ENTRY_FIELDS = [
  'type',
  'refund',
  'date',
  'amount',
  'category',
  'description',
  'accountId',
  'toAccountId',
  'toDate',
  'lines',
  'notes',
] as const;

/** The draft with which a form begins. */
export function newEntryDraft(start: Parameters<typeof newDraft>[0]): NewEntryDraft {
  return { ...newDraft(start), toAccountId: '', toDate: '' };
}

/** The fields that differ between two drafts. */
export function changedFields(now: NewEntryDraft, begun: NewEntryDraft): (typeof NEW_ENTRY_FIELDS)[number][] {
  return NEW_ENTRY_FIELDS.filter((field) =>
    field === 'lines' ? !sameLinesDrafted(now, begun) : now[field] !== begun[field],
  );
}

/** A draft of an earlier day, without accounts that the user may no longer add to. */
export function withKnownAccounts<Draft extends Pick<NewEntryDraft, 'type' | 'accountId' | 'toAccountId'>>(
  draft: Draft,
  accounts: readonly AccountRow[],
): Draft {
  const known = (accountId: string) => (accounts.some(({ id }) => id === accountId) ? accountId : '');
  const type = draft.type === 'transfer' && accounts.length < 2 ? 'expense' : draft.type;
  return { ...draft, type, accountId: known(draft.accountId), toAccountId: known(draft.toAccountId) };
}
