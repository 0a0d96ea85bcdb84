import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef, useState } from 'react';
import { offeredAccounts } from '#domain/books/accounts';
import { readImportDraft } from '#domain/drafts';
import { readImportHabits } from '#store/queries/imports/import-habits';
import * as texts from '#texts/import/import';
import * as refusals from '#texts/import/import-refusals';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { DialogSheet } from '#ui/dialog-sheet';
import { DialogStep } from '#ui/dialog-step';
import type { Found } from '../../import/worker/messages.ts';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { IMPORT_FORM } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { useDatabase } from '../../session/session.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { ImportRequest } from './import-state.ts';
import { MigrationStep } from './migration-step.tsx';
import { StatementStep } from './statement-step.tsx';
import { type ImportDraft, type KeptChanges, useChanges } from './use-changes.ts';
import { type FilesState, useFiles } from './use-files.ts';

interface ImportDialogProps {
  request: ImportRequest;
  onClose: () => void;
}

/** How many statements are left, and where to. */
interface Leaving {
  left: number;
  go: () => void;
}

const NOTHING: Found[] = [];

/** From files to rows of an account, one statement after the other. */
export default function ImportDialog(props: ImportDialogProps) {
  return (
    <WithDraft form={IMPORT_FORM} read={readImportDraft} wait>
      {(draft) => <Import {...props} draft={draft} />}
    </WithDraft>
  );
}

function Import({ request, onClose, draft }: ImportDialogProps & { draft: FormDraft<ImportDraft> }) {
  const db = useDatabase();
  const addable = useAddableAccounts();
  const habits = useLiveQuery(() => readImportHabits(db), [db]);
  const { state, read, setFound, reset } = useFiles(request.files);
  const changes = useChanges(draft);
  const [step, setStep] = useState(0);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const noteInto = useNoteInto();
  const found = state.phase === 'found' ? state.found : NOTHING;
  // The same objects until other files are read: a statement's plan is made anew with the statement.
  const statements = useMemo(
    () => found.flatMap((one, at) => (one.kind === 'refused' ? [] : [{ ...withName(one), at }])),
    [found],
  );
  if (!addable || !habits) return null;

  const statement = statements[step];
  const again = (files: readonly File[]) => {
    setStep(0);
    void read(files);
  };
  /** Asks before statements are left that had no turn yet. */
  const leave = (left: number, go: () => void) => (left === 0 ? go : () => setLeaving({ left, go }));
  const left = statements.length - step;
  const isLast = step === statements.length - 1;
  const shown = () => {
    if (state.phase === 'reading') return <ReadingStep {...state} onStop={reset} onClose={onClose} />;
    if (state.phase === 'choose' || !statement) {
      return <ChooseStep state={state} found={found} changes={changes} onFiles={again} onClose={onClose} />;
    }
    const common = {
      reader: state.reader,
      title: statements.length > 1 ? texts.stepOf(step + 1, statements.length) : null,
      accounts: offeredAccounts(addable.accounts, ''),
      changes,
      onFound: setFound,
      onNext: isLast ? null : () => setStep(step + 1),
      onBack: reset,
      onClose: step === 0 ? onClose : leave(left, onClose),
      onDone: { back: leave(left - 1, reset), close: leave(left - 1, onClose) },
      children: step === 0 && <Refusals found={found} />,
    };
    if (statement.kind === 'migration') {
      const budgetable = new Set(addable.budgetable.map(({ id }) => id));
      return <MigrationStep key={statement.at} found={statement} budgetable={budgetable} {...common} />;
    }
    return (
      <StatementStep
        key={statement.at}
        found={statement}
        habits={habits}
        opened={request.accountId}
        active={addable.active?.id ?? null}
        onInto={(accountId) => noteInto(accountId, isLast)}
        {...common}
      />
    );
  };
  return (
    <>
      <DialogSheet size="lg">{shown()}</DialogSheet>
      <ConfirmDialog
        open={leaving !== null}
        title={texts.LEAVE_TITLE}
        confirmLabel={texts.LEAVE}
        cancelLabel={texts.GO_ON}
        tone="neutral"
        onConfirm={() => {
          setLeaving(null);
          leaving?.go();
        }}
        onCancel={() => setLeaving(null)}
      >
        <p>{texts.othersLeft(leaving?.left ?? 0)}</p>
      </ConfirmDialog>
    </>
  );
}

function ReadingStep(props: { done: number; all: number; onStop: () => void; onClose: () => void }) {
  const { done, all, onStop, onClose } = props;
  const stop = (
    <Button variant="outline" onClick={onStop} data-autofocus>
      {texts.STOP}
    </Button>
  );
  return (
    <DialogStep title={texts.TITLE} onClose={onClose} footer={stop}>
      <p role="status">{texts.reading(done, all)}</p>
    </DialogStep>
  );
}

function ChooseStep(props: {
  state: FilesState;
  found: readonly Found[];
  changes: KeptChanges;
  onFiles: (files: readonly File[]) => void;
  onClose: () => void;
}) {
  const { state, found, changes, onFiles, onClose } = props;
  return (
    <DialogStep title={texts.TITLE} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {state.phase === 'choose' && state.failed && <Alert tone="error">{texts.READ_FAILED}</Alert>}
        <Refusals found={found} />
        <ChooseFiles pasted={changes.pasted} onPasted={changes.paste} onFiles={onFiles} />
      </chakra.div>
    </DialogStep>
  );
}

/** An import into one account makes it the active one; an import into several changes nothing. */
function useNoteInto() {
  const into = useRef(new Set<string>());
  const select = useRememberedAccount((remembered) => remembered.select);
  return (accountId: string, isLast: boolean) => {
    into.current.add(accountId);
    if (isLast && into.current.size === 1) select(accountId);
  };
}

/** A statement of several files is called by the first of them. */
function withName<One extends Exclude<Found, { kind: 'refused' }>>(one: One): One {
  return one.kind === 'statement' && one.others
    ? { ...one, fileName: texts.withOthers(one.fileName, one.others) }
    : one;
}

function Refusals({ found }: { found: readonly Found[] }) {
  return found.map((one, at) =>
    one.kind === 'refused' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none changes places.
      <Alert key={at} tone="warning" title={refusals.notRead(one.fileName)}>
        {refusals.REFUSED[one.reason]}
      </Alert>
    ) : null,
  );
}
