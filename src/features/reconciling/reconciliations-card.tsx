import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useId, useRef, useState } from 'react';
import { type Agreement, standingOf } from '#domain/books/reconciling';
import { formatDate } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import { can } from '#domain/sharing/roles';
import { undoReconciliation } from '#store/commands/reconciling/reconciliation-undo';
import { readAgreements } from '#store/queries/reconciliations';
import * as texts from '#texts/books/reconciling';
import * as failures from '#texts/failures';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { CircleCheckIcon } from '#ui/icons';
import { dialogOnDemand } from '#ui/on-demand';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { PastReconciliation } from './past-reconciliation.tsx';

const ReconcileDialog = dialogOnDemand(() => import('./reconcile-dialog.tsx'));

/** Whether the account agrees with the bank, its past reconciliations, and the way to the next one. */
export function ReconciliationsCard({ view }: { view: AccountView }) {
  const { account, role } = view;
  const db = useDatabase();
  const titleId = useId();
  const [reconciling, setReconciling] = useState(false);
  // Behind the dialog nothing is read: every tick would read all pages of the account.
  const shown = useRef<Awaited<ReturnType<typeof readAgreements>>>(undefined);
  const known = useLiveQuery(async () => {
    if (!reconciling || !shown.current) shown.current = await readAgreements(db, account.id);
    return shown.current;
  }, [db, account.id, reconciling]);
  const [undoing, setUndoing] = useState<Agreement | null>(null);
  const mayReconcile = can(role, 'account.reconcile');
  if (!known || (known.agreements.length === 0 && !mayReconcile)) return null;
  const { agreements, isComplete } = known;
  return (
    <Card aria-labelledby={titleId}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" mb="2">
        <chakra.h2 id={titleId} fontSize="md">
          {texts.RECONCILIATIONS}
        </chakra.h2>
        {mayReconcile && (
          <Button variant="outline" size="sm" onClick={() => setReconciling(true)}>
            {texts.RECONCILE}
          </Button>
        )}
      </chakra.div>
      <Standing agreements={agreements} isComplete={isComplete} />
      {agreements.length > 0 && (
        <chakra.ul listStyleType="none" mt="3" maxHeight="20rem" overflowY="auto">
          {agreements.map((agreement, at) => (
            <PastReconciliation
              key={agreement.reconciliation.id}
              accountId={account.id}
              agreement={agreement}
              isKnown={isComplete}
              // Those before it rest on the same rows.
              {...(at === 0 && mayReconcile && { onUndo: () => setUndoing(agreement) })}
            />
          ))}
        </chakra.ul>
      )}
      {reconciling && (
        <Suspense>
          <ReconcileDialog
            accountId={account.id}
            last={agreements[0]?.reconciliation.date ?? null}
            onClose={() => setReconciling(false)}
          />
        </Suspense>
      )}
      {undoing && <UndoQuestion agreement={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  );
}

function Standing({ agreements, isComplete }: { agreements: readonly Agreement[]; isComplete: boolean }) {
  const standing = standingOf(agreements);
  if (!standing) return <chakra.p color="fg.muted">{texts.NEVER}</chakra.p>;
  if (!isComplete) return <chakra.p color="fg.muted">{texts.LOADING}</chakra.p>;
  const since = formatDate(standing.since);
  if (standing.agrees) {
    return (
      <chakra.p display="flex" alignItems="center" gap="2">
        <chakra.span color="income">
          <CircleCheckIcon size={16} aria-hidden />
        </chakra.span>
        {texts.agreesSince(since)}
      </chakra.p>
    );
  }
  const difference = formatMoney(agreements[0]?.difference ?? 0, { sign: 'always' });
  return <Alert tone="warning">{texts.disagreesSince(since, difference)}</Alert>;
}

function UndoQuestion({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const db = useDatabase();
  const actor = useActor();
  const { id, date } = agreement.reconciliation;
  return (
    <ConfirmDialog
      open
      title={texts.undoQuestion(formatDate(date))}
      confirmLabel={texts.UNDO_RECONCILIATION}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        const failure = { title: failures.RECONCILIATION_DELETE, description: texts.NOT_UNDONE };
        void orToast(failure, () => undoReconciliation(db, actor, { id }));
      }}
    >
      {texts.UNDO_EXPLANATION}
    </ConfirmDialog>
  );
}
