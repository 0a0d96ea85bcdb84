/**
 * The form that invites people, the lists of invitations, and what is said about them (specification, points 5 and 8).
 */
import type { Target } from '#domain/rows';
import * as terms from '../terms.ts';

export const FORM_TITLE = 'Manage User Access';
export const FORM_EXPLANATION =
  'The invitation goes out by e-mail and can be accepted for two weeks, also by people without an account yet.';
export const TARGET = 'Invite To';
export const ROLE = 'Access Level';
export const SEND = 'Send Invite';
export const SENDING = 'Sending...';

interface TargetTexts {
  name: string;
  loading: string;
  none: string;
  choose: string;
  missingTitle: string;
  missing: string;
}

/** By what an invitation is for. */
export const TARGETS: Record<Target, TargetTexts> = {
  account: {
    name: terms.ACCOUNT,
    loading: 'Loading accounts...',
    none: 'No accounts available',
    choose: 'Select an account',
    missingTitle: 'Account selection required',
    missing: 'Please select an account to invite the user to.',
  },
  budget: {
    name: terms.BUDGET,
    loading: 'Loading budgets...',
    none: 'No budgets available',
    choose: 'Select a budget',
    missingTitle: 'Budget selection required',
    missing: 'Please select a budget to invite the user to.',
  },
};

export const LIST_TITLE = 'Pending Invitations';
export const LIST_EMPTY = 'No pending invitations.';
export const LIST_EMPTY_EXPLANATION = 'Whom you invite in the form above is listed here until they answer.';
export const ACCEPT = 'Accept';
export const DECLINE = 'Decline';
export const ACCEPTED_NOTE = 'Accepted. Access comes as soon as the server has it.';

export const LOAD_FAILURE = {
  title: 'Failed to load invitations',
  description: 'There was an error loading your invitations.',
};
export const SEND_ERROR = 'Failed to send invitation. Please try again.';
export const REVOKE_ERROR = 'Failed to revoke invitation.';
export const ACCEPT_ERROR = 'Failed to accept invitation.';
export const DECLINE_ERROR = 'Failed to decline invitation.';

export const EMAIL_REQUIRED = 'Valid email required';
export const WAITS = 'Saved on this device';
export const REVOKED_TITLE = 'Invitation removed';
export const REVOKED = 'The invitation has been revoked.';
export const DECLINED_TITLE = 'Invitation declined';

export function resendTo(email: string): string {
  return `Resend invitation to ${email}`;
}

export function revokeOf(email: string): string {
  return `Revoke invitation of ${email}`;
}

export function acceptTo(target: string): string {
  return `Accept ${target}`;
}

export function declineTo(target: string): string {
  return `Decline ${target}`;
}

/** The kind and the name of what it is for, and its last day. */
export function pending(kind: string, target: string, until: string): string {
  return `${kind} ${target} · until ${until}`;
}

export function invitedBy(kind: string, inviter: string): string {
  return `${kind} · Invited by ${inviter}`;
}

export function offer(roleSummary: string, until: string): string {
  return `${roleSummary} Can be accepted until ${until}.`;
}

export function alreadyMember(target: string): string {
  return `This user already has access to ${target}.`;
}

export function alreadyInvited(target: string): string {
  return `This user already has a pending invitation to ${target}.`;
}

export function sendWaits(email: string): string {
  return `The invitation to ${email} waits, and is sent as soon as the server takes it.`;
}

export function acceptWaits(target: string): string {
  return `The invitation to ${target} is accepted as soon as the server has it.`;
}

export function declined(target: string): string {
  return `You declined access to ${target}.`;
}
