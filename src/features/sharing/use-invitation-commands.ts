import { useMemo } from 'react';
import type { InvitationRow } from '#domain/rows';
import type { InvitationInput } from '#domain/sharing/invitations';
import type { Actor } from '#store/commands/commit/commit';
import { acceptInvitation } from '#store/commands/sharing/invitation-accept';
import { declineInvitation } from '#store/commands/sharing/invitation-decline';
import { resendInvitation } from '#store/commands/sharing/invitation-resend';
import { revokeInvitation } from '#store/commands/sharing/invitation-revoke';
import { sendInvitation } from '#store/commands/sharing/invitation-send';
import { whenDecided } from '#store/queries/entries/verdict-watch';
import * as failures from '#texts/failures';
import * as texts from '#texts/sharing/invitations';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { failureToast } from '../../session/toasts/failure-toast.ts';
import { type FormErrors, fieldMessages, type NamedTarget, refusalToast } from './invitation-refusal.ts';

/**
 * What a user can do to invitations; each action shows its toasts. Sending and accepting resolve with the verdict, or
 * as soon as it is clear that it will take a while. `useInvitationToasts` tells the success.
 */
interface InvitationCommands {
  /** Null after success; otherwise the message for each field. `draft` is what the form kept of it. */
  send: (input: InvitationInput, targetName: string, draft: Actor['draft']) => Promise<FormErrors | null>;
  resend: (invitation: InvitationRow) => Promise<void>;
  revoke: (invitation: InvitationRow) => Promise<void>;
  accept: (invitation: InvitationRow) => Promise<void>;
  decline: (invitation: InvitationRow) => Promise<void>;
}

const REVOKE_FAILURE = { title: failures.ERROR, description: texts.REVOKE_ERROR };
const ACCEPT_FAILURE = { title: failures.ERROR, description: texts.ACCEPT_ERROR };
const DECLINE_FAILURE = { title: failures.ERROR, description: texts.DECLINE_ERROR };

export function useInvitationCommands(): InvitationCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo((): InvitationCommands => {
    const sayIfItWaits = async (mutationId: string, description: string) => {
      if ((await whenDecided(db, mutationId)) === 'waits') showToast({ title: texts.WAITS, description, tone: 'info' });
    };
    const trySending = async (
      command: () => Promise<Awaited<ReturnType<typeof sendInvitation | typeof resendInvitation>>>,
      email: string,
      to: NamedTarget,
    ) => {
      try {
        const sent = await command();
        if (!sent.ok) {
          showToast({ ...refusalToast(sent.errors, to), tone: 'error', correctable: true });
          return fieldMessages(sent.errors, to);
        }
        await sayIfItWaits(sent.mutationId, texts.sendWaits(email));
        return null;
      } catch (error) {
        showToast(failureToast(failures.ERROR, error, texts.SEND_ERROR));
        return {};
      }
    };
    return {
      send: (input, targetName, draft) => {
        const { email, target } = input;
        return trySending(() => sendInvitation(db, { ...actor, draft }, input), email.trim(), { target, targetName });
      },
      resend: async (invitation) => {
        const { id, email } = invitation;
        await trySending(() => resendInvitation(db, actor, { id }), email, invitation);
      },
      revoke: async ({ id }) => {
        const revoked = await orToast(REVOKE_FAILURE, () => revokeInvitation(db, actor, { id }));
        if (!revoked) return;
        showToast({ title: texts.REVOKED_TITLE, description: texts.REVOKED, tone: 'success' });
      },
      accept: async ({ id, targetName }) => {
        const accepted = await orToast(ACCEPT_FAILURE, () => acceptInvitation(db, actor, { id }));
        if (!accepted) return;
        await sayIfItWaits(accepted.mutationId, texts.acceptWaits(targetName));
      },
      decline: async ({ id, targetName }) => {
        const declined = await orToast(DECLINE_FAILURE, () => declineInvitation(db, actor, { id }));
        if (!declined) return;
        showToast({ title: texts.DECLINED_TITLE, description: texts.declined(targetName), tone: 'success' });
      },
    };
  }, [db, actor]);
}
