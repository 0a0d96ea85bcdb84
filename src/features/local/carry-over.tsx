import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { readSyncState } from '#store/database/sync-state';
import { carryOverAll } from '#store/local/carry-over';
import { decideToBring, type Merge } from '#store/local/target';
import { readLocalUser } from '#store/session/local-user';
import * as texts from '#texts/device/local';
import { showToast } from '#ui/toast';
import { useActor, useDatabase, useDevice } from '../../session/session.ts';
import { isClosed } from '../../session/while-open.ts';
import { CarryOverQuestion } from './carry-over-question.tsx';
import { QuietLine } from './quiet-line.tsx';

/**
 * What becomes of the entries without a login when somebody is logged in. It waits for the user's first pull. Then it
 * brings them, if the user signed up here, and otherwise asks. It also goes on with what a crash interrupted.
 */
export function CarryOver() {
  const device = useDevice();
  const db = useDatabase();
  const actor = useActor();
  // One query for each database: a query of two would miss changes of the second one.
  const found = useLiveQuery(() => readLocalUser(device), [device]);
  const pulled = useLiveQuery(async () => (await readSyncState(db)).lastSyncedAt !== null, [db], false);
  const local = pulled ? found : undefined;
  const signedUpHere = local?.signedUp === actor.email.toLowerCase();

  const [busy, setBusy] = useState(false);
  const work = useCallback(async () => {
    setBusy(true);
    try {
      const { entries, alone } = await carryOverAll(device, db, actor);
      if (entries === 0) return;
      const description = texts.carried(entries, actor.email, alone);
      showToast({ title: texts.CARRIED_TITLE, description, tone: 'success' });
    } catch (error) {
      // The user logged out meanwhile. Their next log-in goes on.
      if (isClosed(error)) return;
      showToast({ title: texts.FAILED_TITLE, description: texts.FAILED, tone: 'error' });
    } finally {
      setBusy(false);
    }
  }, [device, db, actor]);

  const bring = useCallback(
    async (merges: readonly Merge[]) => {
      await decideToBring(device, db, actor, merges).catch(() => null);
      await work();
    },
    [device, db, actor, work],
  );

  useEffect(() => {
    if (local === undefined) return;
    if (signedUpHere) void bring([]);
    else if (local === null) void work();
  }, [local, signedUpHere, bring, work]);

  if (busy) return <QuietLine role="status">{texts.UNDER_WAY}</QuietLine>;
  if (!local || signedUpHere || local.leftBy === actor.userId) return null;
  return <CarryOverQuestion localId={local.id} onBring={(merges) => void bring(merges)} />;
}
