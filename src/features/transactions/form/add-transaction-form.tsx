import { chakra } from '@chakra-ui/react';
import { Suspense, useRef, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/transactions/transactions';
import { Card } from '#ui/card';
import { ChevronDownIcon } from '#ui/icons';
import { extraOnDemand } from '#ui/on-demand';
import { useWideScreen } from '#ui/use-wide-screen.ts';
import type { DraftKeeper } from '../../../session/drafts/draft-keeper.ts';
import { useHasDraft } from '../../../session/drafts/use-has-draft.ts';
import { useToday } from '../../dates/use-today.ts';
import { EntryFields } from './entry-fields.tsx';
import { EntryGrid, NARROW_TYPES } from './entry-grid.tsx';
import { newEntryDraft } from './new-entry-draft.ts';
import { typedText } from './transaction-draft.ts';
import { useAddEntry } from './use-add-entry.ts';
import { useFollowingAccount, useFollowingDay } from './use-following.ts';
import { useNewEntryForm } from './use-transaction-form.ts';

/** Loaded with the focus, or when there is a draft. */
const EntryDraft = extraOnDemand(() => import('./entry-draft.tsx'));

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
    <Card aria-label={texts.ADD_TITLE} padded={false} px={{ base: '4', md: '5' }} py={{ lg: '3' }}>
      <chakra.h2 fontSize="md" srOnly={wide || undefined}>
        {wide ? texts.ADD_TITLE : <Unfold open={open} onToggle={() => setOpen(!open)} />}
      </chakra.h2>
      <EntryForm {...props} wide={wide} hidden={!wide && !open} onRestored={() => setOpen(true)} />
    </Card>
  );
}

/**
 * No account is chosen when the user may not add to the active one. After each transaction, amount and description are
 * cleared. On a wide screen it is one row, except that a transfer and a split need more.
 */
function EntryForm(props: AddTransactionFormProps & { wide: boolean; hidden: boolean; onRestored: () => void }) {
  const { accounts, active, viewOnly, wide, hidden, onRestored } = props;
  const accountId = viewOnly ? '' : active.id;
  const add = useAddEntry(accountId);
  const day = useToday();
  const form = useNewEntryForm(newEntryDraft({ accountId, today: day }), async (entered, entry) => {
    if (await add(entered, entry, keeper.current?.saved())) form.clear(entered, ['amount', 'description']);
  });
  const { draft } = form;
  const [begun] = useState(draft);

  const keeper = useRef<DraftKeeper | null>(null);
  const isEmpty = typedText(draft) === '';

  const hasDraft = useHasDraft('dashboard');
  const [drafting, setDrafting] = useState(false);
  if (!drafting && (hasDraft || !isEmpty)) setDrafting(true);

  useFollowingAccount(form, accounts, accountId);
  useFollowingDay(form);

  const row = wide && draft.type !== 'transfer' && !draft.lines;

  return (
    <EntryGrid
      ref={form.formRef}
      row={row}
      css={row ? NARROW_TYPES : undefined}
      pb={{ base: '4', lg: '0' }}
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
      <EntryFields form={form} accounts={accounts} usualId={accountId} row={row} />
    </EntryGrid>
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
      fontSize="sm"
      fontWeight="medium"
      cursor="pointer"
    >
      {texts.ADD_TITLE}
      <chakra.span color="fg.muted" rotate={open ? '180deg' : undefined} transition="rotate 120ms">
        <ChevronDownIcon size={18} aria-hidden />
      </chakra.span>
    </chakra.button>
  );
}
