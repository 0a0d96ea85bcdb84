import type { TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { RepeatIcon } from '#ui/icons';
import { useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useScheduleForm } from '../../../session/schedules/schedule-form-state.ts';

/** Opens the form of a schedule with this entry. What was typed into the form around it stays kept. */
export function RepeatButton({ row, onClose }: { row: TransactionRow; onClose: () => void }) {
  const open = useScheduleForm((state) => state.open);
  const role = useAccounts()?.find(({ account }) => account.id === row.accountId)?.role ?? null;
  const repeats = (row.nature === 'regular' && row.budgetId === null) || row.nature === 'transfer';
  if (!repeats || !can(role, 'transaction.add')) return null;
  return (
    <Button
      variant="plain"
      size="inline"
      alignSelf="flex-start"
      onClick={() => {
        onClose();
        open({ kind: 'repeat', entry: row });
      }}
    >
      <RepeatIcon aria-hidden />
      {texts.MAKE_IT_REPEAT}
    </Button>
  );
}
