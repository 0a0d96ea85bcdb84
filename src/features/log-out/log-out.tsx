import { type ReactNode, Suspense, useState } from 'react';
import { countUnsynced } from '#store/queries/entries/unsynced-entries';
import * as texts from '#texts/auth/log-out';
import { dialogOnDemand } from '#ui/on-demand';
import { showToast } from '#ui/toast';
import { logOut } from '../../session/holder/log-out.ts';
import { useActor, useClosed, useDatabase, useDevice } from '../../session/session.ts';

const LogOutQuestion = dialogOnDemand(() => import('./log-out-question.tsx'));

/**
 * Gives its children a function that logs out. It asks first when something has not reached the server. A menu may
 * close while the question is open, so this belongs around the menu, not inside it.
 */
export function LogOut({ children }: { children: (start: () => void) => ReactNode }) {
  const database = useDatabase();
  const device = useDevice();
  const { userId } = useActor();
  const closed = useClosed();
  const [asking, setAsking] = useState(false);

  const leave = async () => {
    try {
      await logOut(device, { userId, closed });
      showToast({ title: texts.DONE, description: texts.DONE_EXPLANATION, tone: 'success' });
    } catch {
      showToast({ title: texts.FAILED, description: texts.ERROR, tone: 'error' });
    }
  };

  const ask = async () => {
    if ((await countUnsynced(database)) === 0) await leave();
    else setAsking(true);
  };

  return (
    <>
      {children(() => void ask())}
      {asking && (
        <Suspense>
          <LogOutQuestion onClose={() => setAsking(false)} onLogOut={() => void leave()} />
        </Suspense>
      )}
    </>
  );
}
