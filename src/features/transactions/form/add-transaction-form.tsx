import { chakra } from '@chakra-ui/react';
import { Suspense, useRef, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ChevronDownIcon } from '#ui/icons';
import { extraOnDemand, onDemand } from '#ui/on-demand';
import { useWideScreen } from '#ui/use-wide-screen.ts';
import type { DraftKeeper } from '../../../session/drafts/draft-keeper.ts';
import { useHasDraft } from '../../../session/drafts/use-has-draft.ts';
import { useToday } from '../../dates/use-today.ts';
import { AccountSelect } from './account-select.tsx';
import { AmountInput } from './amount-input.tsx';
import { CategoryInput } from './category-input.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import { EntryTypeChoice } from './entry-type-choice.tsx';
import { type NewEntryDraft, newEntryDraft } from './new-entry-draft.ts';
import { useAddEntry } from './use-add-entry.ts';
import { useNewEntryForm } from './use-transaction-form.ts';

/**
 * A grid that depends on the width of the window. Its children are plain elements, because every new transaction
 * renders them again.
 */
const Grid = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    columnGap: '3',
    rowGap: '4',
    mt: '4',
    // A quarter of a window that is narrower than `xl` is too little for the three types.
    '& > *': { minWidth: '0', gridColumn: { base: '1 / -1', sm: 'span 6', xl: 'span 3' } },
    '& > .wide': { gridColumn: { base: '1 / -1', sm: 'span 6' } },
    '& > .full': { gridColumn: '1 / -1' },
    '& > .submit': { pt: { sm: '1.6875rem' } },
  },
});

/** Loaded with the focus, or when there is a draft. */
const EntryDraft = extraOnDemand(() => import('./entry-draft.tsx'));

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

interface AddTransactionFormProps {
  /** The accounts that the user may add to. */
  accounts: readonly AccountRow[];
  active: AccountRow;
  /** The user may not add to the active account. */
  viewOnly: boolean;
}

/** The dashboard's form for a new transaction. */
export function AddTransactionForm(props: AddTransactionFormProps) {
  const wide = useWideScreen();
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label={texts.ADD_TITLE}>
      <chakra.h2 fontSize="md">
        {wide ? texts.ADD_TITLE : <Unfold open={open} onToggle={() => setOpen(!open)} />}
      </chakra.h2>
      <EntryForm {...props} hidden={!wide && !open} onRestored={() => setOpen(true)} />
    </Card>
  );
}

/**
 * No account is chosen when the user may not add to the active one. After each transaction, amount and description are
 * cleared.
 */
function EntryForm(props: AddTransactionFormProps & { hidden: boolean; onRestored: () => void }) {
  const { accounts, active, viewOnly, hidden, onRestored } = props;
  const accountId = viewOnly ? '' : active.id;
  const add = useAddEntry(accountId);
  const day = useToday();
  const form = useNewEntryForm(newEntryDraft({ accountId, today: day }), async (entered, entry) => {
    if (await add(entered, entry, keeper.current?.saved())) form.clear(entered, ['amount', 'description']);
  });
  const { draft, errors, change } = form;
  const [begun] = useState(draft);

  const keeper = useRef<DraftKeeper | null>(null);
  const isEmpty = draft.amount + draft.description === '';

  const hasDraft = useHasDraft('dashboard');
  const [drafting, setDrafting] = useState(false);
  if (!drafting && (hasDraft || !isEmpty)) setDrafting(true);

  // The form follows the active account and keeps the typed text. When the text was typed for an account that is gone
  // or became read-only, the form chooses no other account instead.
  const [followed, setFollowed] = useState(accountId);
  if (followed !== accountId) {
    setFollowed(accountId);
    const isMeantElsewhere = !isEmpty && !accounts.some(({ id }) => id === draft.accountId);
    change({ accountId: isMeantElsewhere ? '' : accountId });
  }

  // A page that stays open over midnight must not go on offering yesterday.
  const [offered, setOffered] = useState(day);
  if (offered !== day) {
    setOffered(day);
    if (isEmpty && draft.date === offered) change({ date: day });
  }

  return (
    <Grid
      ref={form.formRef}
      noValidate
      aria-label={texts.ADD_TITLE}
      data-draft
      onFocus={EntryDraft.preload}
      onSubmit={form.submit}
      hidden={hidden}
    >
      {drafting && (
        <Suspense>
          <EntryDraft form={form} begun={begun} accounts={accounts} keeper={keeper} onRestored={onRestored} />
        </Suspense>
      )}
      {viewOnly && (
        <chakra.p className="full" color="fg.muted">
          {texts.viewOnly(active.name)}
        </chakra.p>
      )}
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
            <CategoryInput draft={{ ...draft, type: draft.type }} errors={errors} change={change} />
          </div>
          <div>
            <DateInput value={draft.date} error={errors.date} change={change} />
          </div>
          <div>
            <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />
          </div>
        </>
      )}
      {SUBMIT}
    </Grid>
  );
}

/** On phones, where quick entry is in reach of the thumb, the form is folded until the user opens it. */
function Unfold({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <chakra.button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      width="full"
      minHeight="11"
      my="-2.5"
      cursor="pointer"
    >
      {texts.ADD_TITLE}
      <chakra.span color="fg.muted" rotate={open ? '180deg' : undefined} transition="rotate 120ms">
        <ChevronDownIcon size={18} aria-hidden />
      </chakra.span>
    </chakra.button>
  );
}

/** The lines of a split need the whole width. */
function placeOfCategory({ lines }: NewEntryDraft): string | undefined {
  return lines ? 'full' : undefined;
}
