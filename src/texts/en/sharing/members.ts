/** Who has access to accounts and budgets, and what can be done about it. */
export const TITLE = 'User Access Management';
export const NO_ACCOUNTS = 'No accounts found.';
export const NO_ACCOUNTS_EXPLANATION = 'Here you see who shares your accounts with you, and what they may do.';
export const NO_BUDGETS_EXPLANATION = 'Here you see who shares your budgets with you, and what they may do.';
export const NOBODY = 'No invited users';
export const JOINED = 'Joined';
export const PENDING = 'Pending';
export const YOU = '(you)';
export const LEAVE = 'Leave';
export const REMOVE = 'Remove';
export const LEAVE_EXPLANATION =
  'You lose access to it on all your devices until somebody invites you again. What you entered stays there.';

export const LOAD_FAILURE = {
  title: 'Failed to load users',
  description: 'There was an error loading who has access.',
};
export const LEAVE_ERROR = 'Failed to leave.';
export const REMOVE_ERROR = 'Failed to remove the member.';
export const ROLE_ERROR = 'Failed to change the role.';
export const LEFT_TITLE = 'Left successfully';
export const REMOVED_TITLE = 'Member removed';
export const ROLE_CHANGED_TITLE = 'Access level changed';

/** A budget in a line: its short id, how much it is of, and the category that it covers. */
export function budget(shortId: string, amount: string, category: string): string {
  return `${shortId} · Budget/Goal ${amount} · ${category}`;
}

export function peopleOf(name: string): string {
  return `Invited users of ${name}`;
}

export function roleOf(email: string): string {
  return `Access level of ${email}`;
}

export function inviteTo(name: string): string {
  return `Invite Users to ${name}`;
}

export function remove(email: string): string {
  return `Remove ${email}`;
}

export function removeQuestion(email: string): string {
  return `Remove ${email}?`;
}

export function removeExplanation(name: string): string {
  return `They lose access to ${name}. What they entered stays.`;
}

export function removed(email: string, name: string): string {
  return `${email} no longer has access to ${name}.`;
}

export function leave(name: string): string {
  return `Leave ${name}`;
}

export function leaveQuestion(name: string): string {
  return `Leave ${name}?`;
}

export function left(name: string): string {
  return `You have left ${name}.`;
}

export function roleChanged(email: string, role: string): string {
  return `${email}: ${role}.`;
}
