import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { ChevronDownIcon } from '#ui/icons';
import { onDemand } from '#ui/on-demand';
import { AccountSelect } from './account-select.tsx';
import { AmountInput } from './amount-input.tsx';
import { CategoryInput } from './category-input.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import { EntryTypeChoice } from './entry-type-choice.tsx';
import type { NewEntryDraft } from './new-entry-draft.ts';
import { NotesInput } from './notes-input.tsx';
import { SplitButton } from './split-button.tsx';
import type { TransactionForm } from './use-transaction-form.ts';

/** Loaded when somebody chooses a transfer. */
const TransferInputs = onDemand(async () => ({
  default: (await import('./transfer-inputs.tsx')).TransferInputs,
}));

const SUBMIT = (
  <div className="submit">
    <Button type="submit" width="full">
      {actions.ADD_TRANSACTION}
    </Button>
  </div>
);

/** The same in the row, where little room is left. */
const SHORT_SUBMIT = (
  <div className="submit">
    <Button type="submit" aria-label={actions.ADD_TRANSACTION}>
      {actions.ADD}
    </Button>
  </div>
);

/**
 * The fields of the dashboard's form. In a `row`, account, notes and split are folded until somebody wants them, or
 * one of them is not as usual.
 */
export function EntryFields(props: {
  form: TransactionForm<NewEntryDraft>;
  accounts: readonly AccountRow[];
  /** The account that the form begins with; empty for none. */
  usualId: string;
  row: boolean;
}) {
  const { form, accounts, usualId, row } = props;
  const { draft, errors, change } = form;
  const needsMore = draft.accountId !== usualId || usualId === '' || draft.notes !== '';
  const [more, setMore] = useState(false);
  if (row && needsMore && !more) setMore(true);
  const toggle = row && <MoreButton open={more} disabled={needsMore} onToggle={() => setMore(!more)} />;
  return (
    <>
      <div>
        <EntryTypeChoice value={draft.type} withTransfer={accounts.length > 1} change={change} />
      </div>
      <div>
        <AmountInput value={draft.amount} error={errors.amount} typeFixed={draft.type === 'transfer'} change={change} />
      </div>
      <div className="wide">
        <DescriptionInput
          draft={draft}
          error={errors.description}
          optional={draft.type === 'transfer'}
          change={change}
        />
      </div>
      {draft.type === 'transfer' ? (
        <Suspense>
          <TransferInputs accounts={accounts} draft={draft} errors={errors} change={change} />
        </Suspense>
      ) : (
        <>
          <div className={placeOfCategory(draft)}>
            <CategoryInput
              draft={{ ...draft, type: draft.type }}
              errors={errors}
              change={change}
              splitElsewhere={row}
            />
          </div>
          <div>
            <DateInput value={draft.date} error={errors.date} change={change} />
          </div>
          {toggle && <div className="more">{toggle}</div>}
          <div className="account" hidden={row && !more}>
            <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />
          </div>
          {row && more && (
            <>
              <div className="notes">
                <NotesInput value={draft.notes} error={errors.notes} change={change} open />
              </div>
              <div className="split">
                <SplitButton draft={draft} change={change} />
              </div>
            </>
          )}
        </>
      )}
      {!row && (
        <div className="wide">
          <NotesInput value={draft.notes} error={errors.notes} change={change} />
        </div>
      )}
      {row ? SHORT_SUBMIT : SUBMIT}
    </>
  );
}

/** Shows and hides what is entered seldom. */
function MoreButton({ open, disabled, onToggle }: { open: boolean; disabled: boolean; onToggle: () => void }) {
  return (
    <IconButton label={texts.MORE_FIELDS} aria-expanded={open} disabled={disabled} onClick={onToggle}>
      <chakra.span rotate={open ? '180deg' : undefined} transition="rotate 120ms">
        <ChevronDownIcon aria-hidden />
      </chakra.span>
    </IconButton>
  );
}

/** The lines of a split need the whole width. */
function placeOfCategory({ lines }: NewEntryDraft): string | undefined {
  return lines ? 'full' : undefined;
}
