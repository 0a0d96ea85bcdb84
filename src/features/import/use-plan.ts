import { startTransition, useEffect, useState } from 'react';
import type { ImportReader, Plan } from '../../import/worker/client.ts';
import type { FoundStatement } from '../../import/worker/messages.ts';
import { useDatabase } from '../../session/session.ts';

export type PlanState = { rows: number } | 'failed' | Plan;

/**
 * What an import of this statement would do to this account; until it is known, how many rows are compared. `isOpen`:
 * a question waits for an answer.
 */
export function usePlan(
  reader: ImportReader,
  { found, isOpen, at, accountId }: { found: FoundStatement; isOpen: boolean; at: number; accountId: string | null },
): PlanState {
  const { userId } = useDatabase();
  const [known, setKnown] = useState<{ of: FoundStatement; state: PlanState }>({ of: found, state: { rows: 0 } });
  useEffect(() => {
    let left = false;
    const show = (next: PlanState) => {
      if (!left) setKnown({ of: found, state: next });
    };
    // Another choice of columns makes another statement under the same number.
    show({ rows: 0 });
    if (found.count === 0 && isOpen) return;
    reader
      .plan({ at, account: 0, userId, accountId }, (rows) => show({ rows }))
      .then(
        // A screen full of rows is drawn in pieces, so that nothing waits for all of them.
        (plan) => startTransition(() => show(plan)),
        () => show('failed'),
      );
    return () => {
      left = true;
    };
  }, [reader, at, userId, accountId, found, isOpen]);
  // The plan of the statement before an answer is none of this one.
  return known.of === found ? known.state : { rows: 0 };
}
