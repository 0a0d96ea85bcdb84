import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as imports from '#texts/import';
import * as texts from '#texts/migration';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { CircleCheckIcon } from '#ui/icons';
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
      <Dialog
        open
        size="lg"
        title={imports.TITLE}
        onClose={onClose}
        footer={
          <Button variant="outline" onClick={onStop}>
            {imports.STOP}
          </Button>
        }
      >
        <chakra.progress width="full" max={all} value={done} aria-label={imports.TITLE} />
        <chakra.p role="status" className="tabular">
          {imports.progress(done, all)}
        </chakra.p>
      </Dialog>
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
