import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { hasImports, type ListedImport } from '#store/queries/imports/imports';
import { watchImports } from '#store/queries/imports/imports-watch';
import { openImportReader } from '../../import/worker/client.ts';
import { useDatabase } from '../../session/session.ts';
import { useImport } from './import-state.ts';

/** Changes come together while rows go up. */
const PAUSE_MS = 200;

/**
 * The imports of an account, newest first. A worker counts their rows, because ten thousand keys would keep the page
 * busy. It does not count while rows come or go by the hundred: `isPaused`, or while the import dialog is open.
 */
export function useImports(accountId: string, isPaused: boolean): readonly ListedImport[] {
  const db = useDatabase();
  const isQuiet = useImport(({ request }) => request === null) && !isPaused;
  const has = useLiveQuery(() => hasImports(db, accountId), [db, accountId], false);
  const [listed, setListed] = useState<readonly ListedImport[]>([]);
  useEffect(() => {
    if (!has || !isQuiet) return;
    const reader = openImportReader();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isBusy = false;
    let isStale = false;
    const ask = async () => {
      timer = undefined;
      isBusy = true;
      isStale = false;
      // What was counted last stays. The next change asks again.
      await reader.imports({ userId: db.userId, accountId }).then(setListed, () => {});
      isBusy = false;
      if (isStale) later();
    };
    const later = () => {
      if (isBusy) isStale = true;
      else timer ??= setTimeout(() => void ask(), PAUSE_MS);
    };
    const stop = watchImports(db, later);
    void ask();
    return () => {
      stop();
      clearTimeout(timer);
      reader.close();
    };
  }, [db, accountId, has, isQuiet]);
  return has ? listed : [];
}
