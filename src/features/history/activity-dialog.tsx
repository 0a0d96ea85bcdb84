import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/transactions/history';
import { Dialog } from '#ui/dialog';
import { useActor } from '../../session/session.ts';
import { readAccountActivity } from '../auth/history-service.ts';
import { EventList } from './event-list.tsx';
import { rowInWords, titleOf } from './event-text.ts';
import { useHistory } from './use-history.ts';

/** Who added, edited and deleted what in an account, and when. It is mounted while it is open. */
export default function ActivityDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const { email } = useActor();
  const history = useHistory(account.id, (auth, after) => readAccountActivity(auth, account.id, after));
  return (
    <Dialog open size="lg" title={texts.activityOf(account.name)} onClose={onClose}>
      <EventList
        label={texts.ACTIVITY}
        history={history}
        titleOf={(event) => titleOf(event, email, rowInWords(event))}
      />
    </Dialog>
  );
}
