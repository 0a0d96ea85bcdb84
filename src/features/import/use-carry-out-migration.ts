import { useEffect, useRef, useState } from 'react';
import { carryOutMigration, type MigrationPlan } from '#store/commands/migration-carry-out';
import * as failures from '#texts/failures';
import * as texts from '#texts/import';
import { orToast } from '../accounts/command-toast.ts';
import { useActor, useDatabase } from '../session/session.tsx';

export type MigrationCarryOutState =
  | { phase: 'plan' }
  | { phase: 'under_way'; done: number; all: number }
  | { phase: 'done'; done: number; left: number; accounts: number; budgets: number };

const FAILURE = {
  title: failures.IMPORT,
  description: texts.NOT_IMPORTED,
  reasons: { empty: texts.EMPTY_PLAN },
};

/** Carries out a plan. `start` returns whether it was carried out, as far as nobody stopped it. */
export function useCarryOutMigration() {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<MigrationCarryOutState>({ phase: 'plan' });
  const stopper = useRef<AbortController>(undefined);
  // Whoever leaves the dialog stops the import. What is done stays.
  useEffect(() => () => stopper.current?.abort(), []);

  const start = async (plan: MigrationPlan): Promise<boolean> => {
    const all = plan.accounts.reduce((sum, { rows }) => sum + rows.length, 0);
    const control = new AbortController();
    stopper.current = control;
    const onProgress = (done: number) => setState({ phase: 'under_way', done, all });
    onProgress(0);
    const done = await orToast(FAILURE, () =>
      carryOutMigration(db, actor, plan, { signal: control.signal, onProgress }),
    );
    setState(
      done
        ? { phase: 'done', done: done.done, left: done.left, accounts: done.imports.length, budgets: done.budgets }
        : { phase: 'plan' },
    );
    return done !== null;
  };

  return { state, start, stop: () => stopper.current?.abort() };
}
