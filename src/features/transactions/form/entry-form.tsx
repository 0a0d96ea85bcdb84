import { chakra } from '@chakra-ui/react';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/transactions/transactions';
import { extraOnDemand } from '#ui/on-demand';
import type { DraftKeeper } from '../../../session/drafts/draft-keeper.ts';
import { useHadDraft } from '../../../session/drafts/use-has-draft.ts';
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

/**
 * No account is chosen when the user may not add to the active one. After each transaction, amount and description are
 * cleared. On a wide screen it is one row, except that a transfer and a split need more.
 */
export default function EntryForm(props: {
  accounts: readonly AccountRow[];
  active: AccountRow;
  viewOnly: boolean;
  wide: boolean;
  hidden: boolean;
  /** The keyboard is at the place of the form while that is loaded. */
  wasReached: RefObject<boolean>;
  onRestored: () => void;
}) {
  const { accounts, active, viewOnly, wide, hidden, wasReached, onRestored } = props;
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

  const hadDraft = useHadDraft('dashboard');
  const [drafting, setDrafting] = useState(false);
  if (!drafting && (hadDraft || !isEmpty)) setDrafting(true);

  useFollowingAccount(form, accounts, accountId);
  useFollowingDay(form);

  useLayoutEffect(() => {
    if (wasReached.current) form.formRef.current?.querySelector<HTMLElement>(':checked')?.focus();
    wasReached.current = false;
  }, [wasReached, form.formRef]);

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
