import type { AccountRow } from '#domain/rows';
import { ArrivalDate } from './arrival-date.tsx';
import { DateInput } from './date-input.tsx';
import type { NewEntryDraft } from './new-entry-draft.ts';
import type { DraftErrors } from './transaction-draft.ts';
import { TransferPlaces } from './transfer-places.tsx';
import { usePreselectedPair } from './use-preselected-pair.ts';
import type { Change } from './use-transaction-form.ts';

/** Two accounts instead of account and category, and a day for each. The parent lays them out. */
export function TransferInputs(props: {
  accounts: readonly AccountRow[];
  draft: NewEntryDraft;
  errors: DraftErrors;
  change: Change<NewEntryDraft>;
}) {
  const { accounts, draft, errors, change } = props;
  usePreselectedPair(accounts, draft, change);
  return (
    <>
      <TransferPlaces
        accounts={accounts}
        from={draft.accountId}
        to={draft.toAccountId}
        errors={errors}
        change={change}
      />
      <DateInput value={draft.date} error={errors.date} change={change} />
      <ArrivalDate value={draft.toDate} error={errors.toDate} change={change} />
    </>
  );
}
