import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/log-out-question';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { exportUnsynced } from '../../session/entries/export-unsynced.ts';
import { useDatabase, useSyncNow } from '../../session/session.ts';
import { type FullSyncSummary, useSyncSummary } from '../sync-status/use-sync-summary.ts';

/** Asks, before a log-out, what shall happen to the work that only this device has. */
export default function LogOutQuestion({ onClose, onLogOut }: { onClose: () => void; onLogOut: () => void }) {
  const database = useDatabase();
  const syncNow = useSyncNow();
  const summary = useSyncSummary();
  const [patient, setPatient] = useState(false);
  const left = useRef(false);
  const done = summary !== undefined && summary.waiting + summary.toSettle.length === 0;

  useEffect(() => {
    if (!done || !patient || left.current) return;
    left.current = true;
    onLogOut();
  }, [done, patient, onLogOut]);

  if (!summary) return null;
  const wait = () => {
    setPatient(true);
    syncNow();
  };
  const canWait = summary.waiting > 0 && !patient;
  return (
    <Dialog
      open
      title={done ? texts.TITLE : texts.TITLE_UNSYNCED}
      onClose={onClose}
      footer={
        <>
          {!done && (
            <Button variant="outline" onClick={() => void exportUnsynced(database)}>
              {actions.EXPORT}
            </Button>
          )}
          <Button variant={done ? 'solid' : 'outline'} onClick={onLogOut}>
            {done ? actions.LOG_OUT : texts.LOG_OUT_AND_KEEP}
          </Button>
          {!done && (
            <Button data-autofocus onClick={canWait ? wait : onClose}>
              {canWait ? texts.WAIT : texts.STAY}
            </Button>
          )}
        </>
      }
    >
      {/* The height is the same in both cases, so that no button moves by itself. */}
      <chakra.p color="fg.muted" role="status" minHeight={{ base: '6lh', lg: '5lh' }}>
        {situation(summary, patient)}
      </chakra.p>
    </Dialog>
  );
}

/** Notices stay on the server, so they are no work that only this device has. */
function situation({ state, waiting, toSettle }: FullSyncSummary, patient: boolean): string {
  if (waiting + toSettle.length === 0) return texts.ALL_SENT;
  if (waiting === 0) return texts.refused(toSettle.length);
  if (!patient) return texts.unsent(waiting, toSettle.length);
  return state.lastError === null ? texts.sending(waiting) : texts.stuck(waiting);
}
