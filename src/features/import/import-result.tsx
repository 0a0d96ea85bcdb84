import { Link } from '@tanstack/react-router';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/import/import';
import * as openings from '#texts/import/import-opening';
import { Button } from '#ui/button';
import { ImportDone } from './import-done.tsx';
import { ImportUnderWay } from './import-under-way.tsx';
import type { CarryOutState } from './use-carry-out.ts';

/** How far the import is, and what it brought. */
export function ImportResult(props: {
  state: Exclude<CarryOutState, { phase: 'plan' }>;
  accounts: readonly AccountRow[];
  newName: string;
  title: string | null;
  onStop: () => void;
  onNext: (() => void) | null;
  onBack: () => void;
  onClose: () => void;
}) {
  const { state, accounts, newName, title, onStop, onNext, onBack, onClose } = props;
  if (state.phase === 'under_way') return <ImportUnderWay done={state.done} all={state.all} onStop={onStop} />;
  const { accountId, done, linked, left, apart, opening, from, to } = state;
  const name = accounts.find(({ id }) => id === accountId)?.name ?? newName;
  return (
    <ImportDone
      summary={`${title ? `${title}: ` : ''}${texts.doneIn(done, linked, name)}`}
      hint={opening && (opening === 'corrected' ? openings.CORRECTED : openings.NOT_CORRECTED)}
      left={left}
      apart={apart}
      onBack={onBack}
      onClose={onClose}
      next={
        <>
          <Button variant="outline" asChild onClick={onClose}>
            <Link to="/account/$accountId" params={{ accountId }}>
              {texts.OPEN_ACCOUNT}
            </Link>
          </Button>
          {onNext ? (
            <Button onClick={onNext} data-autofocus>
              {texts.NEXT}
            </Button>
          ) : (
            <Button asChild onClick={onClose} data-autofocus>
              <Link to="/" search={{ tab: 'reports', of: accountId, from, to }}>
                {texts.SEE_REPORT}
              </Link>
            </Button>
          )}
        </>
      }
    />
  );
}
