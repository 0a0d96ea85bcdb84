import { useState } from 'react';
import { askToKeepNewData } from '#store/commands/persistence-ask';
import type { ImportReader } from '../../import/worker/client.ts';
import type { MigrateRequest } from '../../import/worker/migration-messages.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { FAILURE } from './use-carry-out.ts';
import { useStopper } from './use-stopper.ts';

export type Migrate = Omit<MigrateRequest, 'kind' | 'actor'>;

export type MigrationCarryOutState =
  | { phase: 'plan' }
  | { phase: 'under_way'; done: number; all: number }
  | { phase: 'done'; done: number; left: number; accounts: number; budgets: number };

/**
 * Carries out a plan of `all` rows. `start` returns whether it was carried out, as far as nobody stopped it. What
 * `onDone` changes is drawn with the result, so nobody can close the dialog in between.
 */
export function useCarryOutMigration(reader: ImportReader, onDone: () => void) {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<MigrationCarryOutState>({ phase: 'plan' });
  const { begin, stop } = useStopper();

  const start = async (what: Migrate, all: number): Promise<boolean> => {
    const signal = begin();
    const onProgress = (done: number) => setState({ phase: 'under_way', done, all });
    onProgress(0);
    const done = await orToast(FAILURE, () => reader.migrate(db, { ...what, actor }, { signal, onProgress }));
    setState(
      done
        ? { phase: 'done', done: done.done, left: done.left, accounts: done.imports.length, budgets: done.budgets }
        : { phase: 'plan' },
    );
    if (!done) return false;
    onDone();
    // Nobody waits for the answer.
    void askToKeepNewData(db);
    return true;
  };

  return { state, start, stop };
}
