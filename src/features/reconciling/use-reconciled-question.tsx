import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import { readTransfer } from '#store/queries/transfers/transfer';
import { dialogOnDemand } from '#ui/on-demand';
import { useActor, useDatabase } from '../../session/session.ts';

type Action = 'change' | 'delete';

const ReconciledQuestion = dialogOnDemand(() => import('./reconciled-question.tsx'));

interface Asked {
  action: Action;
  /** The name of the account where the other side of a transfer is reconciled; absent when it is the row itself. */
  otherIn: string | undefined;
  go: () => void;
}

/**
 * Goes on at once with a row that is not reconciled, and asks before it changes or deletes one that is. What is done to
 * one side of a transfer is done to the other, so a reconciled other side asks, too.
 */
export type Ask = (row: TransactionRow, action: Action, go: () => void) => void;

/** Returns what asks, and the question to render. */
export function useReconciledQuestion(): { ask: Ask; question: ReactNode } {
  const db = useDatabase();
  const { userId } = useActor();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask: Ask = useCallback(
    (row, action, go) => {
      const goOrAsk = (otherIn?: string) => {
        if (row.status === 'reconciled' || otherIn !== undefined) setAsked({ action, otherIn, go });
        else go();
      };
      if (row.nature !== 'transfer' || row.status === 'reconciled') goOrAsk();
      else void reconciledElsewhere(db, userId, row).then(goOrAsk);
    },
    [db, userId],
  );
  const question = asked && (
    <Suspense>
      <ReconciledQuestion
        action={asked.action}
        otherIn={asked.otherIn}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          asked.go();
        }}
      />
    </Suspense>
  );
  return { ask, question };
}

/** The account in which the other side of a transfer is reconciled, where the user may change it. */
async function reconciledElsewhere(db: Database, userId: string, row: TransactionRow): Promise<string | undefined> {
  const { sides, mayChangeBoth } = await readTransfer(db, userId, row);
  if (!sides || !mayChangeBoth) return undefined;
  const [other, name] = row.id === sides.from.id ? [sides.to, sides.toName] : [sides.from, sides.fromName];
  return other.status === 'reconciled' ? name : undefined;
}
