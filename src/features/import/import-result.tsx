import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/import';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { CircleCheckIcon } from '#ui/icons';
import { UnderWay } from './under-way.tsx';
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
  if (state.phase === 'under_way') {
    return (
      <UnderWay
        title={texts.TITLE}
        progress={texts.progress(state.done, state.all)}
        done={state.done}
        all={state.all}
        question={texts.STOP_QUESTION}
        onStop={onStop}
      />
    );
  }
  const { accountId, done, left, from, to } = state;
  const name = accounts.find(({ id }) => id === accountId)?.name ?? newName;
  return (
    <Dialog
      open
      size="lg"
      title={texts.DONE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onBack}>
            {texts.OTHER_FILES}
          </Button>
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
    >
      <chakra.p role="status" display="flex" gap="2" alignItems="center">
        <chakra.span color="income">
          <CircleCheckIcon size={16} aria-hidden />
        </chakra.span>
        {title && `${title}: `}
        {texts.doneIn(done, name)}
      </chakra.p>
      {left > 0 && <Alert tone="warning">{texts.leftOut(left)}</Alert>}
    </Dialog>
  );
}
