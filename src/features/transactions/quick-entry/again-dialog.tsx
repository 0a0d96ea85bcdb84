import { offeredAccounts } from '#domain/books/accounts';
import type { TransactionRow } from '#domain/rows';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import QuickEntryDialog from './quick-entry-dialog.tsx';

/** Quick entry with what this row has, for today. It is mounted while it is open. */
export default function AgainDialog({ row, onClose }: { row: TransactionRow; onClose: () => void }) {
  const accounts = offeredAccounts(useAddableAccounts()?.accounts ?? [], row.accountId);
  if (accounts.length === 0) return null;
  return (
    <QuickEntryDialog accounts={accounts} accountId={row.accountId} type={row.type} again={row} onClose={onClose} />
  );
}
