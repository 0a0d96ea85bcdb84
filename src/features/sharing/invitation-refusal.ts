/**
 * The messages about an invitation that breaks a rule: in a toast, and at the fields of the form (specification,
 * points 5 and 8).
 */
import { LONGEST_NAME } from '#domain/entered-text';
import type { Problems } from '#domain/outcome';
import type { Target } from '#domain/rows';
import { type InvitationField, type InvitationProblem, LONGEST_EMAIL } from '#domain/sharing/invitations';
import type { CommandProblem } from '#store/commands/commit/commit';
import * as failures from '#texts/failures';
import * as fieldProblems from '#texts/field-problems';
import * as texts from '#texts/sharing/invitations';

type Refusals = Problems<InvitationField, InvitationProblem | CommandProblem>;
export type FormErrors = Partial<Record<InvitationField, string>>;

/** The target of an invitation; the name is empty while none is chosen. */
export interface NamedTarget {
  target: Target;
  targetName: string;
}

const TARGET_PROBLEMS: { [problem: string]: string } = { forbidden: failures.ROLE, not_found: failures.GONE };

/** The message for each field. */
export function fieldMessages({ email, name, targetId }: Refusals, { target, targetName }: NamedTarget): FormErrors {
  const messages: FormErrors = {};
  if (email) messages.email = emailMessage(email, targetName);
  if (name) messages.name = fieldProblems.tooLong(LONGEST_NAME);
  if (targetId) messages.targetId = TARGET_PROBLEMS[targetId] ?? texts.TARGETS[target].missing;
  return messages;
}

/** The toast about a refused invitation: the first rule that it breaks, or the failure. */
export function refusalToast(errors: Refusals, invited: NamedTarget): { title: string; description: string } {
  if (errors.email === 'not_an_email') return { title: texts.EMAIL_REQUIRED, description: fieldProblems.NOT_AN_EMAIL };
  if (errors.targetId === 'empty') {
    const { missingTitle, missing } = texts.TARGETS[invited.target];
    return { title: missingTitle, description: missing };
  }
  const [message] = Object.values(fieldMessages(errors, invited));
  if (errors.email === 'already_invited' && message) return { title: failures.ALREADY_INVITED, description: message };
  return {
    title: failures.ERROR,
    description: message ?? TARGET_PROBLEMS[errors.form ?? ''] ?? texts.SEND_ERROR,
  };
}

function emailMessage(problem: InvitationProblem | CommandProblem, targetName: string): string {
  switch (problem) {
    case 'self':
      return failures.SELF_INVITED;
    case 'already_member':
      return texts.alreadyMember(targetName);
    case 'already_invited':
      return texts.alreadyInvited(targetName);
    case 'too_long':
      return fieldProblems.tooLong(LONGEST_EMAIL);
    default:
      return fieldProblems.NOT_AN_EMAIL;
  }
}
