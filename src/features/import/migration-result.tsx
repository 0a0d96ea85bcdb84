import { Link } from '@tanstack/react-router';
import * as imports from '#texts/import/import';
import * as texts from '#texts/import/migration';
import { Button } from '#ui/button';
import { ImportDone } from './import-done.tsx';
import { ImportUnderWay } from './import-under-way.tsx';
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
  if (state.phase === 'under_way') return <ImportUnderWay done={state.done} all={state.all} onStop={onStop} />;
  const { done, left, accounts, budgets } = state;
  const made = [done > 0 && texts.done(done, accounts), budgets > 0 && texts.budgetsMade(budgets)];
  return (
    <ImportDone
      summary={made.filter(Boolean).join(' ')}
      hint={done > 0 ? texts.REVERT_HINT : null}
      left={left}
      onBack={onBack}
      onClose={onClose}
      next={
        <>
          {onNext && <Button onClick={onNext}>{imports.NEXT}</Button>}
          <Button asChild onClick={onClose} data-autofocus>
            <Link to="/" search={{ tab: 'accounts' }}>
              {texts.SEE_ACCOUNTS}
            </Link>
          </Button>
        </>
      }
    />
  );
}
