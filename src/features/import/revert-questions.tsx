import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { RevertInput } from '#store/commands/imports/import-revert';
import { countCorrected } from '#store/queries/imports/corrected-rows';
import { type ListedImport, readTogether } from '#store/queries/imports/imports';
import * as actions from '#texts/actions';
import * as failures from '#texts/failures';
import * as texts from '#texts/import/imports';
import { inAccounts } from '#texts/import/migration';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Dialog } from '#ui/dialog';
import { DialogSheet } from '#ui/dialog-sheet';
import { showToast } from '#ui/toast';
import { type ImportReader, openImportReader } from '../../import/worker/client.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { UnderWay } from './under-way.tsx';
import { useStopper } from './use-stopper.ts';

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
  const [underWay, setUnderWay] = useState<{ done: number; all: number } | null>(null);
  const { begin, stop } = useStopper();
  const reader = useRef<ImportReader>(null);
  // Who logs out meanwhile stops it.
  useEffect(() => () => reader.current?.close(), []);
  const { id, fileName } = listed.row;
  const together = useLiveQuery(() => readTogether(db, listed), [db, listed], { names: [], here: listed.here });
  const corrected = useLiveQuery(() => countCorrected(db, listed.row), [db, listed], 0);

  const revert = async (decision: RevertInput['edited']) => {
    const signal = begin();
    const worker = reader.current ?? openImportReader();
    reader.current = worker;
    setUnderWay({ done: 0, all: listed.here });
    const onProgress = (done: number, all = listed.here) => setUnderWay({ done, all });
    const done = await orToast(FAILURE, () =>
      worker.revert(db, { actor, importId: id, edited: decision }, { signal, onProgress }),
    );
    setUnderWay(null);
    if (done && done.question.length > 0) return setEdited(done.question);
    if (done) tell(fileName, done.left);
    onClose();
  };

  if (underWay) {
    return (
      <DialogSheet size="lg">
        <UnderWay
          title={texts.revertOf(fileName)}
          progress={texts.revertProgress(underWay.done, underWay.all)}
          {...underWay}
          question={texts.STOP_REVERT_QUESTION}
          onStop={stop}
        />
      </DialogSheet>
    );
  }
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
        {corrected > 0 && <p>{texts.keptByRevert(corrected)}</p>}
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

function tell(fileName: string, left: number): void {
  if (left === 0) showToast({ title: texts.REVERTED, description: fileName, tone: 'success' });
  else showToast({ title: texts.PARTLY_REVERTED, description: texts.leftOfRevert(fileName, left), tone: 'info' });
}
