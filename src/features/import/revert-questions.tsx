import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { formatDate } from '#domain/dates';
import { formatSignedAmount } from '#domain/money';
import type { TransactionRow } from '#domain/rows';
import { type RevertInput, revertImport } from '#store/commands/import-revert';
import { type ListedImport, readTogether } from '#store/queries/imports';
import * as actions from '#texts/actions';
import * as failures from '#texts/failures';
import * as texts from '#texts/import';
import { inAccounts } from '#texts/migration';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { orToast } from '../accounts/command-toast.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import { sayWhile } from '../undo/say-while.ts';

const FAILURE = {
  title: failures.IMPORT_REVERT,
  description: texts.NOT_REVERTED,
  reasons: { incomplete: texts.INCOMPLETE },
};

/** So many changed rows are named. */
const NAMED = 5;

/** Asks before an import is taken back, and then about its rows that somebody has changed since. */
export function RevertQuestions({ listed, onClose }: { listed: ListedImport; onClose: () => void }) {
  const db = useDatabase();
  const actor = useActor();
  const [edited, setEdited] = useState<TransactionRow[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { id, fileName } = listed.row;
  const together = useLiveQuery(() => readTogether(db, listed.row), [db, listed.row], { names: [], here: listed.here });

  const revert = async (decision: RevertInput['edited']) => {
    setBusy(true);
    const done = await sayWhile(texts.revertOf(fileName), () =>
      orToast(FAILURE, () => revertImport(db, actor, { id, edited: decision })),
    );
    setBusy(false);
    if (done && done.question.length > 0) return setEdited(done.question);
    if (done) showToast({ title: texts.REVERTED, description: fileName, tone: 'success' });
    onClose();
  };

  // What is under way is told by a toast.
  if (isBusy) return null;
  if (edited.length === 0) {
    return (
      <ConfirmDialog
        open
        title={texts.revertQuestion(fileName)}
        confirmLabel={texts.REVERT}
        onCancel={onClose}
        onConfirm={() => void revert('ask')}
      >
        <p>{texts.revertExplanation(together.here)}</p>
        {together.names.length > 1 && <p>{inAccounts(together.names)}</p>}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      open
      title={texts.editedQuestion(edited.length)}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button variant="danger" onClick={() => void revert('delete')}>
            {texts.DELETE_EDITED}
          </Button>
          <Button onClick={() => void revert('keep')} data-autofocus>
            {texts.KEEP_EDITED}
          </Button>
        </>
      }
    >
      <p>{texts.EDITED_EXPLANATION}</p>
      <chakra.ul listStyleType="none" mt="2" color="fg.muted">
        {edited.slice(0, NAMED).map((row) => (
          <chakra.li key={row.id} overflowWrap="anywhere">
            {row.description || row.category}, {formatSignedAmount(row)}, {formatDate(row.date)}
          </chakra.li>
        ))}
        {edited.length > NAMED && <li>{texts.andMore(edited.length - NAMED)}</li>}
      </chakra.ul>
    </Dialog>
  );
}
