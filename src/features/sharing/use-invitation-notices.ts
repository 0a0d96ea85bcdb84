import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import type { Database } from '#store/database';
import { type WaitingCall, waitingCalls } from '#store/queries/waiting-calls';
import * as texts from '#texts/invitation-notices';
import { notify } from '#ui/notices';
import { useDatabase, useSession } from '../session/session.tsx';

/**
 * Says that an invitation was sent, or that one has got what one accepted, when the server has said so: at once or, after work
 * without a connection, much later and on any page. The demo sends no mail and says nothing of one. A refusal is told with all
 * other refusals.
 */
export function useInvitationNotices(): void {
  const db = useDatabase();
  const { demo = false } = useSession();
  const waiting = useLiveQuery(() => waitingCalls(db), [db]);
  const before = useRef<readonly WaitingCall[]>([]);
  useEffect(() => {
    if (!waiting) return;
    const still = new Set(waiting.map(({ mutationId }) => mutationId));
    const decided = before.current.filter(({ mutationId }) => !still.has(mutationId));
    before.current = waiting;
    if (decided.length > 0) void sayApplied(db, decided, demo);
  }, [db, waiting, demo]);
}

async function sayApplied(db: Database, calls: readonly WaitingCall[], demo: boolean): Promise<void> {
  for (const { mutationId, name, invitation } of calls) {
    const { email, targetName } = invitation;
    // What was applied may have left the outbox already; what was revoked before it was sent has left no invitation either.
    const state = (await db.outbox.get({ id: mutationId }))?.state ?? 'applied';
    if (state !== 'applied') continue;
    const isMailed = name === 'invitation.send' || name === 'invitation.resend';
    if (isMailed && !demo && (await db.invitations.get(invitation.id))) {
      notify({ title: texts.SENT_TITLE, description: texts.sent(email, targetName), tone: 'success' });
    }
    if (name === 'invitation.accept') {
      notify({ title: texts.ACCEPTED_TITLE, description: texts.accepted(targetName), tone: 'success' });
    }
  }
}
