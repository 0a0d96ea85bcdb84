import { useEffect, useRef, useState } from 'react';
import type { ImportReader, Plan } from '../../import/worker/client.ts';
import type { FoundMigration } from '../../import/worker/migration-messages.ts';
import { useDatabase } from '../../session/session.ts';

export interface Plans {
  /** The plan of each account of the file; null where it stays out. */
  plans: readonly (Plan | null)[];
  /** How many rows are compared so far; null when all are. */
  rows: number | null;
  failed: boolean;
}

/** An account of the file that stays out. */
export const NOWHERE = '';

/**
 * What an import of these accounts would do, each into the account of this id (null for a new one). Only those that
 * have changed are compared anew.
 */
export function usePlans(
  reader: ImportReader,
  found: FoundMigration & { at: number },
  accountIds: readonly (string | null)[],
): Plans {
  const { userId } = useDatabase();
  const [known, setKnown] = useState<ReadonlyMap<string, Plan | 'failed'>>(new Map());
  const asked = useRef(new Set<string>());
  const of = useRef(found);
  const wanted = JSON.stringify(accountIds);
  useEffect(() => {
    // Another answer makes other rows under the same numbers.
    if (of.current !== found) {
      of.current = found;
      asked.current.clear();
      setKnown(new Map());
    }
    const mine = found;
    const ids: (string | null)[] = JSON.parse(wanted);
    ids.forEach((accountId, account) => {
      const key = keyOf(account, accountId);
      if (accountId === NOWHERE || asked.current.has(key)) return;
      asked.current.add(key);
      const keep = (plan: Plan | 'failed') => {
        if (of.current === mine) setKnown((now) => new Map(now).set(key, plan));
      };
      reader.plan({ at: mine.at, account, userId, accountId }, () => {}).then(keep, () => keep('failed'));
    });
  }, [reader, userId, found, wanted]);

  const states = accountIds.map((id, account) => (id === NOWHERE ? null : known.get(keyOf(account, id))));
  const plans = states.map((state) => (state && state !== 'failed' ? state : null));
  const done = plans.reduce((sum, plan) => sum + (plan?.rows.length ?? 0), 0);
  return {
    plans,
    rows: of.current !== found || states.includes(undefined) ? done : null,
    failed: states.includes('failed'),
  };
}

function keyOf(account: number, accountId: string | null): string {
  return `${account} ${accountId ?? ''}`;
}
