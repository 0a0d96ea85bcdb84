import type { MailCall, Mutation } from './operations.ts';

/**
 * The invitation that a mutation sends or sends again; null when it does neither. Such a mutation travels alone: a mail
 * goes with it, and it has an endpoint of its own.
 */
export function mailCallIn({ operations }: Pick<Mutation, 'operations'>): MailCall | null {
  const [first, ...others] = operations;
  if (first?.kind !== 'call' || others.length > 0) return null;
  return first.name === 'invitation.send' || first.name === 'invitation.resend' ? first : null;
}
