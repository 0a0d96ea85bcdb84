import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import { Database } from '#store/database/database';
import { summarizeLocal } from '#store/local/contents';
import { countUnsynced } from '#store/queries/entries/unsynced-entries';
import { forgetKept, type KeptUser, readKept } from '#store/session/kept-users';
import * as texts from '#texts/auth/kept-data';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { showToast } from '#ui/toast';
import { forgetRememberedAccount } from '../../session/accounts/active-account.ts';
import { useDevice } from '../../session/session.ts';

/** Names the users whose data is still on this device, and offers to forget it. It needs no network. */
export default function KeptDataAlert() {
  const device = useDevice();
  const kept = useLiveQuery(() => readKept(device), [device]) ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  if (kept.length === 0) return null;

  const forget = async ({ user }: Asked) => {
    setAsked(null);
    try {
      if (!(await forgetKept(device, user.id))) return;
      forgetRememberedAccount();
      showToast({ title: texts.FORGOTTEN, tone: 'success' });
    } catch {
      showToast({ title: texts.FAILED, description: texts.ERROR, tone: 'error' });
    }
  };

  return (
    <chakra.section aria-label={texts.SECTION} display="flex" flexDirection="column" gap="3" mb="5">
      {kept.map((user) => (
        <KeptOfUser key={user.id} user={user} onForget={async () => setAsked(await ask(user))} />
      ))}
      {asked && (
        <ConfirmDialog
          open
          title={texts.question(asked.user.email)}
          confirmLabel={texts.CONFIRM}
          onConfirm={() => void forget(asked)}
          onCancel={() => setAsked(null)}
        >
          <chakra.p color="fg.muted" overflowWrap="anywhere">
            {texts.consequence(asked.unsynced)}
          </chakra.p>
        </ConfirmDialog>
      )}
    </chakra.section>
  );
}

function KeptOfUser({ user, onForget }: { user: KeptUser; onForget: () => void }) {
  const what = useId();
  return (
    <Alert tone="info">
      <chakra.p id={what} overflowWrap="anywhere">
        {texts.kept(user.email)}
      </chakra.p>
      <chakra.div mt="2">
        <Button size="sm" variant="outline" aria-describedby={what} onClick={onForget}>
          {texts.FORGET}
        </Button>
      </chakra.div>
    </Alert>
  );
}

/** `unsynced` is null when the data cannot be read. */
interface Asked {
  user: KeptUser;
  unsynced: number | null;
}

async function ask(user: KeptUser): Promise<Asked> {
  const database = new Database(user.id);
  try {
    if (user.isLocal) return { user, unsynced: (await summarizeLocal(user.id)).entries };
    return { user, unsynced: await countUnsynced(database) };
  } catch {
    return { user, unsynced: null };
  } finally {
    database.close();
  }
}
