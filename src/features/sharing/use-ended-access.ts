import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import type { Database } from '#store/database';
import { type GivenAccess, givenAccess, hasLeft } from '#store/queries/given-access';
import * as texts from '#texts/invitation-notices';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';

/**
 * Says that an account or budget is gone which somebody had shared: its rows leave this device with the next sync, and without a
 * word that would look like a loss. Who it was, or whether it was deleted, the device does not know.
 */
export function useEndedAccess(): void {
  const db = useDatabase();
  const given = useLiveQuery(() => givenAccess(db), [db]);
  const before = useRef<readonly GivenAccess[]>([]);
  useEffect(() => {
    if (!given) return;
    const still = new Set(given.map(({ id }) => id));
    const ended = before.current.filter(({ id }) => !still.has(id));
    before.current = given;
    if (ended.length > 0) void sayEnded(db, ended);
  }, [db, given]);
}

async function sayEnded(db: Database, ended: readonly GivenAccess[]): Promise<void> {
  try {
    for (const { id, name } of ended) {
      if (await hasLeft(db, id)) continue;
      notify({ title: texts.ACCESS_ENDED_TITLE, description: texts.accessEnded(name), tone: 'info', duration: null });
    }
  } catch {
    // The database was closed meanwhile: there is no session any more.
  }
}
