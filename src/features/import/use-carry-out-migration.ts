import { useEffect, useRef, useState } from 'react';
import { askToKeepData } from '#store/commands/persistence-ask';
import { readPersistence } from '#store/database/persistence';
import * as failures from '#texts/failures';
import * as texts from '#texts/import';
import type { ImportReader } from '../../import/worker/client.ts';
import type { MigrateRequest } from '../../import/worker/migration-messages.ts';
import { orToast } from '../accounts/command-toast.ts';
import { useActor, useDatabase } from '../session/session.tsx';

export type Migrate = Omit<MigrateRequest, 'kind' | 'actor'>;

export type MigrationCarryOutState =
  | { phase: 'plan' }
  | { phase: 'under_way'; done: number; all: number }
  | { phase: 'done'; done: number; left: number; accounts: number; budgets: number };

const FAILURE = {
  title: failures.IMPORT,
  description: texts.NOT_IMPORTED,
  reasons: { empty: texts.EMPTY_PLAN },
};

/** Carries out a plan of `all` rows. `start` returns whether it was carried out, as far as nobody stopped it. */
export function useCarryOutMigration(reader: ImportReader) {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<MigrationCarryOutState>({ phase: 'plan' });
  const stopper = useRef<AbortController>(undefined);
  // Whoever leaves the dialog stops the import. What is done stays.
  useEffect(() => () => stopper.current?.abort(), []);

  const start = async (what: Migrate, all: number): Promise<boolean> => {
    const control = new AbortController();
    stopper.current = control;
    const onProgress = (done: number) => setState({ phase: 'under_way', done, all });
    onProgress(0);
    const done = await orToast(FAILURE, () =>
      reader.migrate(db, { ...what, actor }, { signal: control.signal, onProgress }),
    );
    setState(
      done
        ? { phase: 'done', done: done.done, left: done.left, accounts: done.imports.length, budgets: done.budgets }
        : { phase: 'plan' },
    );
    // A worker cannot ask the browser, and these may be the device's first entries.
    if (done && (await readPersistence(db)) === null) await askToKeepData(db).catch(() => {});
    return done !== null;
  };

  return { state, start, stop: () => stopper.current?.abort() };
}
