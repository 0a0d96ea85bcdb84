import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { useDatabase, useSyncNow } from '../session/session.tsx';
import type { SyncSummary } from '../sync-status/sync-wording.ts';
import { useSyncSummary } from '../sync-status/use-sync-summary.ts';
import { exportUnsynced } from './export-unsynced.ts';

/** What becomes of the work that only this device has, before its user logs out. */
export default function LogOutQuestion({ onClose, onLogOut }: { onClose: () => void; onLogOut: () => void }) {
  const database = useDatabase();
  const syncNow = useSyncNow();
  const summary = useSyncSummary();
  const [patient, setPatient] = useState(false);
  const left = useRef(false);
  const done = summary !== undefined && summary.waiting + summary.attention === 0;

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
      title={done ? 'Log out?' : 'Log out with unsynced work?'}
      onClose={onClose}
      footer={
        <>
          {!done && (
            <Button variant="outline" onClick={() => void exportUnsynced(database)}>
              Export
            </Button>
          )}
          <Button variant={done ? 'solid' : 'outline'} onClick={onLogOut}>
            {done ? 'Log out' : 'Log out and keep'}
          </Button>
          {!done && (
            <Button data-autofocus onClick={canWait ? wait : onClose}>
              {canWait ? 'Wait' : 'Stay logged in'}
            </Button>
          )}
        </>
      }
    >
      <chakra.p color="fg.muted" role="status">
        {situation(summary, patient)}
      </chakra.p>
    </Dialog>
  );
}

function situation({ state, waiting, attention }: SyncSummary, patient: boolean): string {
  if (waiting + attention === 0) return 'Everything is on the server now. You can log out.';
  if (waiting === 0) {
    return `The server did not take ${entries(attention)}. Close this and look at the sync state for what to do, export what is missing, or log out and keep it on this device for your next log-in here.`;
  }
  if (patient) {
    const sending = `Sending ${entries(waiting)}…`;
    return state.lastError === null
      ? `${sending} You are logged out as soon as that is done.`
      : `${sending} Nothing gets through at the moment; it is tried again until you close this.`;
  }
  const have = waiting + attention === 1 ? 'has' : 'have';
  return `${entries(waiting + attention)} ${have} not reached the server yet. You can wait until everything is sent, export what is missing, or log out and keep it on this device for your next log-in here. Nobody else who logs in on this device sees it.`;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}
