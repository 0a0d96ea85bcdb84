/** The notices about invitations (specification, points 5 and 8) and what stands at the fields of the form. */
import { LONGEST_NAME } from '#domain/entered-text';
import { type InvitationField, type InvitationProblem, LONGEST_EMAIL } from '#domain/invitations';
import type { Problems } from '#domain/outcome';
import type { Target } from '#domain/rows';
import type { CommandProblem } from '#store/commands/commit';

type Refusals = Problems<InvitationField, InvitationProblem | CommandProblem>;
export type FormErrors = Partial<Record<InvitationField, string>>;

/** What an invitation is for; the name is empty while nothing is chosen. */
export interface NamedTarget {
  target: Target;
  targetName: string;
}

export const LOAD_FAILURE = {
  title: 'Failed to load invitations',
  description: 'There was an error loading your invitations.',
};
export const SEND_FAILURE = { title: 'Error', fallback: 'Failed to send invitation. Please try again.' };
export const REVOKE_FAILURE = { title: 'Error', fallback: 'Failed to revoke invitation.' };

const EMAIL_REQUIRED = { title: 'Valid email required', description: 'Please enter a valid email address.' };

const TARGET_REQUIRED: Record<Target, { title: string; description: string }> = {
  account: {
    title: 'Account selection required',
    description: 'Please select an account to invite the user to.',
  },
  budget: {
    title: 'Budget selection required',
    description: 'Please select a budget to invite the user to.',
  },
};

const TARGET_PROBLEMS: { [problem: string]: string } = {
  forbidden: 'Your role does not allow this.',
  not_found: 'It is no longer on this device.',
};

/** What to say at which field. */
export function fieldMessages({ email, name, targetId }: Refusals, { target, targetName }: NamedTarget): FormErrors {
  const messages: FormErrors = {};
  if (email) messages.email = emailMessage(email, targetName);
  if (name) messages.name = `Use at most ${LONGEST_NAME} characters.`;
  if (targetId) messages.targetId = TARGET_PROBLEMS[targetId] ?? TARGET_REQUIRED[target].description;
  return messages;
}

/** The notice about a refused invitation: the first rule that it breaks, or that it failed. */
export function refusalNotice(errors: Refusals, invited: NamedTarget): { title: string; description: string } {
  if (errors.email === 'not_an_email') return EMAIL_REQUIRED;
  if (errors.targetId === 'empty') return TARGET_REQUIRED[invited.target];
  const [message] = Object.values(fieldMessages(errors, invited));
  if (errors.email === 'already_invited' && message) return { title: 'Already invited', description: message };
  return {
    title: SEND_FAILURE.title,
    description: message ?? TARGET_PROBLEMS[errors.form ?? ''] ?? SEND_FAILURE.fallback,
  };
}

function emailMessage(problem: InvitationProblem | CommandProblem, targetName: string): string {
  switch (problem) {
    case 'self':
      return 'You cannot invite yourself.';
    case 'already_member':
      return `This user already has access to ${targetName}.`;
    case 'already_invited':
      return `This user already has a pending invitation to ${targetName}.`;
    case 'too_long':
      return `Use at most ${LONGEST_EMAIL} characters.`;
    default:
      return EMAIL_REQUIRED.description;
  }
}
