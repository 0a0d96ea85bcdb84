import { chakra } from '@chakra-ui/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/transactions/transactions';
import { Card } from '#ui/card';
import { ChevronDownIcon } from '#ui/icons';
import { idleOrWanted } from '#ui/idle-or-wanted.ts';
import { onDemand } from '#ui/on-demand';
import { useWideScreen } from '#ui/use-wide-screen.ts';
import { useHadDraft } from '../../../session/drafts/use-has-draft.ts';
import { EntryFormPlace } from './entry-form-place.tsx';

const turn = idleOrWanted();

/** Loaded when the page has come to rest, or as soon as somebody reaches for it. */
const EntryForm = onDemand(async () => {
  await turn.comes();
  return import('./entry-form.tsx');
});

interface AddTransactionFormProps {
  /** The accounts that the user may add to. */
  accounts: readonly AccountRow[];
  active: AccountRow;
  /** The user may not add to the active account. */
  viewOnly: boolean;
}

/**
 * The dashboard's form for a new transaction. It is folded where it is less in reach than quick entry, and for who may
 * not add to this account.
 */
export function AddTransactionForm(props: AddTransactionFormProps) {
  const { active, viewOnly } = props;
  const wide = useWideScreen();
  const [open, setOpen] = useState(false);
  const hadDraft = useHadDraft('dashboard');
  const wasReached = useRef(false);
  // A form that was shown once keeps what is typed while it is folded.
  const [shown, setShown] = useState(false);
  const folds = !wide || viewOnly;
  const isHidden = folds && !open;
  const isNeeded = !isHidden || hadDraft;
  if (isNeeded && !shown) setShown(true);
  useEffect(() => void EntryForm.preload(), []);
  return (
    <Card
      aria-label={texts.ADD_TITLE}
      padded={false}
      px={{ base: '4', md: '5' }}
      py={{ lg: '3' }}
      onPointerEnter={turn.want}
      onFocus={turn.want}
    >
      <chakra.h2 fontSize="md" srOnly={!folds || undefined}>
        {folds ? <Unfold open={open} onToggle={() => setOpen(!open)} /> : texts.ADD_TITLE}
      </chakra.h2>
      {shown && (
        <Suspense
          fallback={
            !isHidden && <EntryFormPlace row={wide} viewOnly={viewOnly ? active.name : null} wasReached={wasReached} />
          }
        >
          <EntryForm
            {...props}
            wide={wide}
            hidden={isHidden}
            wasReached={wasReached}
            onRestored={() => setOpen(true)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** The line that opens the form, and folds it again. */
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
