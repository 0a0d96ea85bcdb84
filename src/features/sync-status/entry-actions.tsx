import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { mailCallIn } from '#domain/mutations/mail-call';
import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import { discardEntry } from '#store/commands/entries/entry-discard';
import { retryEntry } from '#store/commands/entries/entry-retry';
import type { OutboxEntry } from '#store/database/records';
import type { EntrySubject } from '#store/queries/rows/entry-subject';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/entry-actions';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { dialogOnDemand } from '#ui/on-demand';
import { showToast } from '#ui/toast';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { choicesOf, retryLabel } from '../../session/entries/entry-choices.ts';
import { type Fact, factInWords } from '../../session/entries/entry-comparison.ts';
import { describeEntry, listsRows } from '../../session/entries/entry-description.ts';
import { useDatabase } from '../../session/session.ts';
import { useReconciledFirst } from './use-reconciled-first.ts';

const EditEntryDialog = dialogOnDemand(() => import('./edit-entry-dialog.tsx'));
const KeepEntryDialog = dialogOnDemand(() => import('./keep-entry-dialog.tsx'));

/** The buttons. The row is as high before they are loaded, where they fit on one line: four do not at 320 px. */
const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '1.5', mt: '2', minHeight: { base: '11', lg: '8' } },
});

/** Retry, Edit, Move, Copy and Discard, as far as they make sense for the entry. */
export function EntryActions(props: {
  entry: OutboxEntry;
  subject: EntrySubject;
  facts: readonly Fact[];
  /** The outcome of the entry: a sentence, or a line for each of its transactions. */
  outcome: string;
  /** Whether nothing keeps the user from what the entry does, as far as is known; undefined until it was read. */
  allowed: boolean | undefined;
}) {
  const { entry, subject, facts, outcome, allowed } = props;
  const database = useDatabase();
  const addable = useAddableAccounts();
  const { askFirst, question } = useReconciledFirst();
  const [open, setOpen] = useState<'edit' | 'move' | 'keep' | 'discard' | null>(null);
  // A button that appears later would push the others away from under a finger.
  if (!addable || allowed === undefined) return <Row />;
  const accounts = addable.accounts.map(({ id }) => id);
  const { retry, edit, move, keep } = choicesOf(entry, subject, { addable: accounts, allowed });
  const superseded = entry.state === 'superseded';
  const close = () => setOpen(null);
  const discard = () => void discardEntry(database, entry.id);
  const again = async () => {
    const sayWhy = (description: string) => showToast({ title: texts.RETRY_FAILED, description, tone: 'error' });
    try {
      const answer = await retryEntry(database, entry.id, new Date());
      if (!answer.ok && answer.errors.form === 'not_found') sayWhy(texts.RETRY_GONE);
    } catch {
      sayWhy(texts.RETRY_NOT_SAVED);
    }
  };
  // The server decides on each of many, and the list says which of them are reconciled.
  const askForOne = (go: () => void) => {
    const { operation } = subject;
    if (listsRows(entry) || !isOnTransaction(operation)) go();
    else askFirst(idIn(operation), operation.kind === 'delete' ? 'delete' : 'change', go);
  };

  return (
    <>
      <Row>
        {keep && <Action label={texts.KEEP} strong onClick={() => setOpen('keep')} />}
        {move && <Action label={texts.MOVE} strong onClick={() => setOpen('move')} />}
        {retry && <Action label={retryLabel(entry)} strong={!move} onClick={() => askForOne(() => void again())} />}
        {edit && <Action label={actions.EDIT} onClick={() => askForOne(() => setOpen('edit'))} />}
        <Action label={texts.COPY} onClick={() => void copy(textOf(entry, facts, outcome))} />
        {superseded ? (
          <Action label={actions.DISMISS} onClick={discard} />
        ) : (
          <Action label={texts.DISCARD} onClick={() => setOpen('discard')} />
        )}
      </Row>
      {question}
      {open === 'keep' && (
        <Suspense>
          <KeepEntryDialog entry={entry} onClose={close} />
        </Suspense>
      )}
      {(open === 'edit' || open === 'move') && (
        <Suspense>
          <EditEntryDialog entry={entry} subject={subject} moving={open === 'move'} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        open={open === 'discard'}
        title={texts.DISCARD_QUESTION}
        confirmLabel={texts.DISCARD}
        onConfirm={discard}
        onCancel={close}
      >
        <p>{describeEntry(entry)}</p>
        <chakra.p mt="2" color="fg.muted">
          {mailCallIn(entry) && entry.state !== 'lost' ? texts.DISCARD_MAIL_EXPLANATION : texts.DISCARD_EXPLANATION}
        </chakra.p>
      </ConfirmDialog>
    </>
  );
}

function Action({ label, strong = false, onClick }: { label: string; strong?: boolean; onClick: () => void }) {
  return (
    <Button variant={strong ? 'outline' : 'ghost'} color="fg" size="sm" px="2.5" onClick={onClick}>
      {label}
    </Button>
  );
}

/** Everything that is known of an entry, as text to paste anywhere. */
function textOf(entry: OutboxEntry, facts: readonly Fact[], outcome: string): string {
  return [describeEntry(entry), ...facts.map(factInWords), outcome].join('\n');
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: texts.COPIED, tone: 'success' });
  } catch {
    // The clipboard is missing on plain-http origins and fails without permission.
    showToast({ title: texts.COPY_FAILED, description: texts.COPY_ADVICE, tone: 'error' });
  }
}
