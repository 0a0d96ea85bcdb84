import { chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { notify } from '#ui/notices';
import { countUnsynced, logOut } from '../session/log-out.ts';
import { useActor, useDatabase, useDevice, useSyncNow } from '../session/session.tsx';
import { useAuth } from './auth.tsx';
import { exportUnsynced } from './export-unsynced.ts';
import { SESSION_KEY } from './session-key.ts';

/** Logs out; asks first when something has not reached the server. */
export function LogOutButton({
  children,
  ...button
}: Omit<ButtonProps, 'onClick' | 'children'> & { children: ReactNode }) {
  const device = useDevice();
  const database = useDatabase();
  const { userId } = useActor();
  const loadAuth = useAuth();
  const syncNow = useSyncNow();
  const [unsynced, setUnsynced] = useState(0);

  const leave = async () => {
    try {
      await logOut(device, userId, SESSION_KEY);
      notify({ title: 'Logged out successfully', description: 'You have been logged out.', tone: 'success' });
    } catch {
      notify({ title: 'Logout failed', description: 'An error occurred during logout', tone: 'error' });
      return;
    }
    const auth = await loadAuth().catch(() => null);
    await auth?.settleRevocations();
  };

  const ask = async () => {
    const count = await countUnsynced(database);
    if (count === 0) await leave();
    else setUnsynced(count);
  };

  const close = () => setUnsynced(0);
  const entries = unsynced === 1 ? '1 entry has' : `${unsynced} entries have`;
  return (
    <>
      <Button {...button} onClick={() => void ask()}>
        {children}
      </Button>
      <Dialog
        open={unsynced > 0}
        title="Log out with unsynced work?"
        onClose={close}
        footer={
          <>
            <Button variant="outline" onClick={() => void exportUnsynced(database)}>
              Export
            </Button>
            <Button variant="outline" onClick={() => void leave()}>
              Log out and keep
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                syncNow();
                close();
              }}
            >
              Wait
            </Button>
          </>
        }
      >
        <chakra.p color="fg.muted">
          {entries} not reached the server yet. You can wait until everything is sent, export what is missing, or log
          out and keep it on this device for your next log-in here. Nobody else who logs in on this device sees it.
        </chakra.p>
      </Dialog>
    </>
  );
}
