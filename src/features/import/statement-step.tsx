import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/import/import';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { DialogStep } from '#ui/dialog-step';
import { EncodingField } from './encoding-field.tsx';
import { FileQuestions } from './file-questions.tsx';
import { FileSums } from './file-sums.tsx';
import { ImportResult } from './import-result.tsx';
import type { ImportStep } from './import-step.ts';
import { OpeningChoice } from './opening-choice.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { PlanView } from './plan-view.tsx';
import { TableColumns } from './table-columns.tsx';
import { TargetFields } from './target-fields.tsx';
import { useCarryOut } from './use-carry-out.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { isPlan, type StatementInput, type StatementState, useStatement } from './use-statement.ts';

/** One statement: its account, its columns, and what an import would do with each row. */
export function StatementStep({
  title,
  onNext,
  onBack,
  onClose,
  onDone,
  onInto,
  children,
  ...input
}: StatementInput & ImportStep & { onInto: (accountId: string) => void }) {
  const { found, accounts, changes, reader } = input;
  const statement = useStatement(input);
  const { target, newName, nameError, coming, rows, answering } = statement;
  const { state, start, stop } = useCarryOut(reader, (accountId) => {
    changes.forget(rows.map(({ preview }) => preview.key));
    if (found.fileName === texts.PASTED) changes.paste('');
    onInto(accountId);
  });
  useLeaveWarning(state.phase !== 'done');

  if (state.phase !== 'plan') {
    return (
      <ImportResult
        state={state}
        accounts={accounts}
        newName={newName}
        title={title}
        onStop={stop}
        onNext={onNext}
        onBack={onDone.back}
        onClose={onDone.close}
      />
    );
  }

  const isEmpty = coming.made + coming.linked === 0;
  const carryOut = async () => {
    const what = statement.carryOut();
    if (!what || !(await start(what))) return;
    // Nothing is left to ask of the worker, and it has most of the memory.
    if (!onNext) reader.close();
  };
  return (
    <DialogStep
      title={texts.TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onNext ?? onBack}>
            {onNext ? texts.SKIP : texts.OTHER_FILES}
          </Button>
          <Button
            disabled={isEmpty || answering.open > 0 || (target.accountId === null && nameError !== null)}
            onClick={() => void carryOut()}
          >
            {answering.open > 0
              ? texts.answerFirst(answering.open)
              : texts.doImport(coming.made, coming.linked, coming.corrected)}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        {children}
        <chakra.p fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {title && `${title} · `}
          {found.fileName}
        </chakra.p>
        <TargetFields
          accounts={accounts}
          target={target}
          newName={newName}
          nameError={nameError}
          onTarget={statement.setTarget}
          onName={statement.setNewName}
          newKind={statement.newKind}
          onKind={statement.setNewKind}
        />
        {found.table && (
          <TableColumns
            table={found.table}
            needsLook={found.questions.length > 0 || found.count === 0}
            onMapping={statement.choose}
          />
        )}
        <FileSums found={found} onMapping={statement.choose} />
        <FileQuestions answering={answering} table={found.table} />
        {found.encoding && <EncodingField value={found.encoding} onChange={statement.setEncoding} />}
        <OtherCurrencies currencies={found.currencies} />
        <StatementPlan statement={statement} input={input} />
      </chakra.div>
    </DialogStep>
  );
}

function StatementPlan({ statement, input }: { statement: StatementState; input: StatementInput }) {
  const { plan, rows, target, answering, opening, corrects, setCorrects } = statement;
  const { found, changes } = input;
  if (found.count === 0 && answering.open > 0) return <Alert tone="info">{texts.ANSWER_FIRST}</Alert>;
  if (plan === 'failed') return <Alert tone="error">{texts.PLAN_FAILED}</Alert>;
  if (!isPlan(plan)) return <p role="status">{texts.planned(plan.rows)}</p>;
  return (
    <>
      {opening && <OpeningChoice finding={opening} corrects={corrects} onCorrects={setCorrects} />}
      <PlanView plan={plan} rows={rows} accountId={target.accountId} changes={changes} left={answering.left} />
    </>
  );
}
