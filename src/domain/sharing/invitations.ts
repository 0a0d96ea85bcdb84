/** Invitations: what may be entered about one. */

import { cleanText, LONGEST_NAME, type TextProblem } from '../entered-text.ts';
import type { InvitationDraft } from '../mutations/operations.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { InvitedRole, Target } from '../rows.ts';
import { isEmailAddress } from './email-address.ts';
import { invitedEmail } from './invitation-answers.ts';

/** Longest e-mail, in UTF-16 units. */
export const LONGEST_EMAIL = 320;

/** What a form says about an invitation. An absent role is viewer. */
export interface InvitationInput {
  email: string;
  name?: string;
  role?: InvitedRole;
  target: Target;
  /** The account or budget; empty when none is chosen. */
  targetId: string;
}

export type InvitationField = 'email' | 'name' | 'targetId';

/** `already_member` has access to the target, `already_invited` a pending invitation to it. */
export type InvitationProblem = TextProblem | 'not_an_email' | 'self' | 'already_member' | 'already_invited';

/** The e-mails that this device knows: the inviter's, those of members, and those of invited people. */
export interface KnownPeople {
  inviter: string;
  members: readonly string[];
  invited: readonly string[];
}

/**
 * The invitation as it goes to the server, with the e-mail in lower case. The specification asks only for an @. The
 * server asks for more, so an e-mail that it would refuse is refused here, where the user can correct it.
 */
export function checkInvitation(
  input: InvitationInput,
  people: KnownPeople,
): Outcome<{ fields: Omit<InvitationDraft, 'id' | 'createdAt'> }, InvitationField, InvitationProblem> {
  const { target, targetId, role = 'viewer' } = input;
  const email = invitedEmail(input.email);
  const name = cleanText(input.name ?? '');
  const errors: Problems<InvitationField, InvitationProblem> = {};
  const problem = emailProblem(email, people);
  if (problem) errors.email = problem;
  if (name.length > LONGEST_NAME) errors.name = 'too_long';
  if (targetId === '') errors.targetId = 'empty';
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, fields: { email, name, role, target, targetId } };
}

function emailProblem(email: string, { inviter, members, invited }: KnownPeople): InvitationProblem | null {
  if (!isEmailAddress(email)) return 'not_an_email';
  if (email.length > LONGEST_EMAIL) return 'too_long';
  const among = (emails: readonly string[]) => emails.some((one) => invitedEmail(one) === email);
  if (among([inviter])) return 'self';
  if (among(members)) return 'already_member';
  return among(invited) ? 'already_invited' : null;
}
