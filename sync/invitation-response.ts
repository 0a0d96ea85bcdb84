/** Turns a response of the function `send-invitation` into a verdict for the outbox. Codes decide, never messages. */
import * as v from 'valibot';
import { Refusal, type Verdict } from '#domain/mutations/verdicts';
import { Id, Version } from '#domain/rows';
import { RemoteFailure, type RemoteReason } from './remote.ts';

const Sent = v.object({
  invitation_id: Id,
  account_id: Id,
  version: Version,
  status: v.picklist(['sent', 'already_sent']),
  /** The server has the invitation, but its mail could not go. The next request tries the mail again. */
  mail: v.optional(v.literal('failed')),
});

/** `message` is a sentence for people. */
const Refused = v.object({ error: Refusal, message: v.optional(v.string(), '') });

/** Codes that say nothing about the invitation. */
const Undecided = v.object({ error: v.picklist(['unauthorized', 'forbidden_user', 'rate_limited']) });

const REASON: Record<v.InferOutput<typeof Undecided>['error'], RemoteReason> = {
  unauthorized: 'unauthorized',
  forbidden_user: 'forbidden_user',
  rate_limited: 'retryable',
};

/**
 * Returns the verdict on `mutationId`; null when the response decides nothing and its HTTP status has to say why.
 * Throws RemoteFailure for an undecided response with a code of its own, and for one that cannot be read. `waitMs`: how
 * many milliseconds the response asks to wait.
 */
export function invitationVerdict(mutationId: string, status: number, body: unknown, waitMs = 0): Verdict | null {
  if (status < 400) {
    const sent = v.safeParse(Sent, body);
    if (!sent.success) throw new RemoteFailure('malformed', null, { cause: new v.ValiError(sent.issues) });
    const { account_id: accountId, version, mail } = sent.output;
    // For people an invitation is sent once its mail has gone.
    if (mail === 'failed') throw new RemoteFailure('server', 'mail_failed');
    return { id: mutationId, status: 'applied', versions: { [accountId]: version } };
  }
  const refused = v.safeParse(Refused, body);
  if (refused.success) {
    const { error, message } = refused.output;
    return { id: mutationId, status: 'rejected', reason: error, code: null, message };
  }
  const undecided = v.safeParse(Undecided, body);
  if (undecided.success) throw new RemoteFailure(REASON[undecided.output.error], undecided.output.error, { waitMs });
  return null;
}
