/** The draft of an account that a user fills in, and the messages for a draft that is refused. */
import { type AccountField, checkAccount } from '#domain/accounts';
import { LONGEST_DESCRIPTION, LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import type { Problems } from '#domain/outcome';
import type { AccountRow, AccountType } from '#domain/rows';
import * as problems from '#texts/field-problems';

export type AccountDraft = { name: string; type: AccountType; description: string };
export type AccountErrors = Partial<Record<AccountField, string>>;

export const NEW_ACCOUNT: AccountDraft = { name: '', type: 'personal', description: '' };

const MESSAGES: Record<AccountField, Record<TextProblem, string>> = {
  name: { empty: problems.NO_ACCOUNT_NAME, too_long: problems.tooLong(LONGEST_NAME) },
  description: { empty: problems.NO_DESCRIPTION, too_long: problems.tooLong(LONGEST_DESCRIPTION) },
};

export function draftOfAccount(account: AccountRow): AccountDraft {
  return { name: account.name, type: account.type, description: account.description ?? '' };
}

/** The message for each field to correct; null when the draft is complete. */
export function accountErrors(draft: AccountDraft): AccountErrors | null {
  const checked = checkAccount(draft);
  return checked.ok ? null : accountMessages(checked.errors);
}

/** The reasons of a refused draft in words. */
function accountMessages(found: Problems<AccountField, TextProblem>): AccountErrors {
  const messages: AccountErrors = {};
  if (found.name) messages.name = MESSAGES.name[found.name];
  if (found.description) messages.description = MESSAGES.description[found.description];
  return messages;
}
