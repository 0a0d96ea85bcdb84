import { chakra } from '@chakra-ui/react';
import * as imports from '#texts/import/import';
import * as texts from '#texts/import/migration';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { DialogStep } from '#ui/dialog-step';
import type { Question } from '../../import/statement/statement.ts';
import { MAKE } from '../../import/worker/category-choices.ts';
import type { FoundMigration } from '../../import/worker/migration-messages.ts';
import { FileQuestions } from './file-questions.tsx';
import type { ImportStep } from './import-step.ts';
import { MigrationAccounts } from './migration-accounts.tsx';
import { MigrationBudgets } from './migration-budgets-field.tsx';
import { MigrationCategories } from './migration-categories.tsx';
import { MigrationResult } from './migration-result.tsx';
import { MigrationRows } from './migration-rows.tsx';
import { MigrationSummary } from './migration-summary.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { UnreadableLines } from './unreadable-lines.tsx';
import { useCarryOutMigration } from './use-carry-out-migration.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { type MigrationInput, type MigrationState, useMigration } from './use-migration.ts';
import { useOfferedCategories } from './use-offered-categories.ts';

/** The export of another app: its accounts, categories, budgets and rows, and what an import would do with them. */
export function MigrationStep({
  title,
  onNext,
  onBack,
  onClose,
  onDone,
  children,
  ...input
}: MigrationInput & ImportStep) {
  const { found, changes } = input;
  const migration = useMigration(input);
  const { state, start, stop } = useCarryOutMigration(input.reader, () => changes.forget([...changes.changes.keys()]));
  useLeaveWarning(state.phase !== 'done');
  if (state.phase !== 'plan') {
    return <MigrationResult state={state} onStop={stop} onNext={onNext} onBack={onDone.back} onClose={onDone.close} />;
  }
  const isReady = migration.plans.rows === null && !migration.plans.failed && migration.areNamed;
  const { coming, newBudgets } = migration;
  const carryOut = async () => {
    if ((await start(migration.carryOut(), coming)) && !onNext) input.reader.close();
  };
  const isOpen = migration.answering.open > 0;
  return (
    <DialogStep
      title={imports.TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onNext ?? onBack}>
            {onNext ? imports.SKIP : imports.OTHER_FILES}
          </Button>
          <Button disabled={isOpen || !isReady || coming + newBudgets === 0} onClick={() => void carryOut()}>
            {isOpen
              ? imports.answerFirst(migration.answering.open)
              : texts.doImport(isReady ? coming : 0, isReady ? newBudgets : 0)}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        {children}
        <chakra.p fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {[title, texts.exportOf(found.app), found.fileName].filter(Boolean).join(' · ')}
        </chakra.p>
        <FileQuestions answering={migration.answering} table={null} />
        {isOpen ? (
          <Alert tone="info">{imports.ANSWER_FIRST}</Alert>
        ) : (
          <MigrationFields migration={migration} input={input} />
        )}
        <Unreadable found={found} left={migration.answering.left} />
      </chakra.div>
    </DialogStep>
  );
}

function MigrationFields({ migration, input }: { migration: MigrationState; input: MigrationInput }) {
  const { found, accounts, changes } = input;
  const offered = useOfferedCategories(null);
  const made = migration.categories.flatMap(({ found: one, choice }) => (choice === MAKE ? { ...one, id: null } : []));
  return (
    <>
      {found.accounts.length > 0 && (
        <MigrationAccounts
          found={found.accounts}
          choices={migration.choices}
          accounts={accounts}
          onChoose={migration.choose}
        />
      )}
      <MigrationCategories categories={migration.categories} offered={offered} onChoose={migration.chooseCategory} />
      {found.budgets.length > 0 && (
        <MigrationBudgets
          budgets={migration.budgets}
          into={migration.budgetsInto}
          accounts={migration.budgetPlaces}
          onInto={migration.setBudgetsInto}
        />
      )}
      <OtherCurrencies currencies={found.currencies} />
      <MigrationSummary accounts={migration.accounts} />
      <MigrationRows state={migration} changes={changes} made={made} />
    </>
  );
}

function Unreadable({ found: { unreadable }, left }: { found: FoundMigration; left: ReadonlySet<Question> }) {
  if (unreadable.length === 0) return null;
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" minHeight="11" py="3" fontSize="sm" fontWeight="medium">
        {texts.notReadable(unreadable.length)}
      </chakra.summary>
      <UnreadableLines lines={unreadable} left={left} />
    </chakra.details>
  );
}
