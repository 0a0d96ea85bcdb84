import { useEffect, useRef, useState } from 'react';
import { createAccount } from '#store/commands/account-create';
import { carryOutImport, type ImportPlan } from '#store/commands/import-carry-out';
import { rememberImport } from '#store/commands/import-remember';
import type { ImportHabit } from '#store/queries/import-habits';
import * as failures from '#texts/failures';
import * as texts from '#texts/import';
import { useRememberedAccount } from '../accounts/active-account.ts';
import { orToast } from '../accounts/command-toast.ts';
import { useActor, useDatabase } from '../session/session.tsx';

export interface CarryOut {
  fileName: ImportPlan['fileName'];
  format: ImportPlan['format'];
  rows: ImportPlan['rows'];
  /** Null for a new account of this name. */
  accountId: string | null;
  newName: string;
  habit: Omit<ImportHabit, 'accountId'>;
}

export type CarryOutState =
  | { phase: 'plan' }
  | { phase: 'under_way'; done: number; all: number }
  /** `from` and `to` are the first and the last day of the rows. */
  | { phase: 'done'; accountId: string; done: number; left: number; from: string; to: string };

const FAILURE = {
  title: failures.IMPORT,
  description: texts.NOT_IMPORTED,
  reasons: { empty: texts.EMPTY_PLAN },
};

/** Carries out a plan. `start` returns whether something came in. An account that is made becomes the active one. */
export function useCarryOut(): { state: CarryOutState; start: (what: CarryOut) => Promise<boolean>; stop: () => void } {
  const db = useDatabase();
  const actor = useActor();
  const select = useRememberedAccount((remembered) => remembered.select);
  const [state, setState] = useState<CarryOutState>({ phase: 'plan' });
  // An account that was made for an import that then failed is not made again.
  const made = useRef<string>(undefined);
  const stopper = useRef<AbortController>(undefined);
  // Whoever leaves the dialog stops the import. What is done stays.
  useEffect(() => () => stopper.current?.abort(), []);

  const accountOf = async ({ accountId, newName }: CarryOut): Promise<string | null> => {
    if (accountId !== null) return accountId;
    if (made.current !== undefined) return made.current;
    const failure = { title: failures.ACCOUNT_CREATE, description: texts.NOT_IMPORTED };
    const created = await orToast(failure, () => createAccount(db, actor, { name: newName, kind: 'checking' }));
    if (!created) return null;
    made.current = created.id;
    select(created.id);
    return created.id;
  };

  const start = async (what: CarryOut) => {
    const all = what.rows.length;
    const control = new AbortController();
    stopper.current = control;
    setState({ phase: 'under_way', done: 0, all });
    const accountId = await accountOf(what);
    const { fileName, format, rows } = what;
    const done =
      accountId &&
      (await orToast(FAILURE, () =>
        carryOutImport(
          db,
          actor,
          { accountId, fileName, format, rows },
          { signal: control.signal, onProgress: (count) => setState({ phase: 'under_way', done: count, all }) },
        ),
      ));
    if (!accountId || !done) {
      setState({ phase: 'plan' });
      return false;
    }
    setState({ phase: 'done', accountId, done: done.done, left: done.left, ...daysOf(rows) });
    // Only a convenience of the next import.
    if (what.habit.number !== null || what.habit.table)
      await rememberImport(db, { accountId, ...what.habit }).catch(() => {});
    return true;
  };

  return { state, start, stop: () => stopper.current?.abort() };
}

function daysOf(rows: ImportPlan['rows']): { from: string; to: string } {
  const days = rows.map((one) => (one.kind === 'new' ? one.fields.date : one.row.date)).sort();
  return { from: days[0] ?? '', to: days.at(-1) ?? '' };
}
