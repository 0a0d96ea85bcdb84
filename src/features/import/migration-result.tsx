import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as imports from '#texts/import';
import * as texts from '#texts/migration';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { CircleCheckIcon } from '#ui/icons';
import { UnderWay } from './under-way.tsx';
import type { MigrationCarryOutState } from './use-carry-out-migration.ts';

/** How far the import of an export is, and what it brought. */
export function MigrationResult(props: {
  state: Exclude<MigrationCarryOutState, { phase: 'plan' }>;
  onStop: () => void;
  onNext: (() => void) | null;
  onBack: () => void;
  onClose: () => void;
}) {
  const { state, onStop, onNext, onBack, onClose } = props;
  if (state.phase === 'under_way') {
    const { done, all } = state;
    return (
      <UnderWay
        title={imports.TITLE}
        progress={imports.progress(done, all)}
        done={done}
        all={all}
        question={imports.STOP_QUESTION}
        onStop={onStop}
      />
    );
  }
  const { done, left, accounts, budgets } = state;
  return (
    <Dialog
      open
      size="lg"
      title={imports.DONE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onBack}>
            {imports.OTHER_FILES}
          </Button>
          {onNext && <Button onClick={onNext}>{imports.NEXT}</Button>}
          <Button asChild onClick={onClose} data-autofocus>
            <Link to="/" search={{ tab: 'accounts' }}>
              {texts.SEE_ACCOUNTS}
            </Link>
          </Button>
        </>
      }
    >
      <chakra.p role="status" display="flex" gap="2" alignItems="center">
        <chakra.span color="income">
          <CircleCheckIcon size={16} aria-hidden />
        </chakra.span>
        {[done > 0 && texts.done(done, accounts), budgets > 0 && texts.budgetsMade(budgets)].filter(Boolean).join(' ')}
      </chakra.p>
      {done > 0 && (
        <chakra.p color="fg.muted" fontSize="sm">
          {texts.REVERT_HINT}
        </chakra.p>
      )}
      {left > 0 && <Alert tone="warning">{imports.leftOut(left)}</Alert>}
    </Dialog>
  );
}
