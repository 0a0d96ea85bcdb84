/** The draft of an account that a user fills in, and the messages for a draft that is refused. */
import { type AccountKind, kindOf } from '#domain/account-kinds';
import { type AccountField, checkAccount } from '#domain/books/accounts';
import { checkOpening, type OpeningInput, type OpeningProblem } from '#domain/books/opening';
import { LONGEST_DESCRIPTION, LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import { formatMoney } from '#domain/money/money';
import type { Problems } from '#domain/outcome';
import { type AccountRow, type AccountType, MAX_AMOUNT } from '#domain/rows';
import * as texts from '#texts/books/accounts';
import * as problems from '#texts/field-problems';

export type AccountDraft = {
  name: string;
  type: AccountType;
  kind: AccountKind;
  description: string;
} & Required<OpeningInput>;
export type AccountErrors = Partial<Record<AccountField | keyof OpeningInput, string>>;

const NO_OPENING = { opening: '', openingDate: '' };

export const NEW_ACCOUNT: AccountDraft = { name: '', type: 'personal', kind: 'other', description: '', ...NO_OPENING };

const MESSAGES: Record<AccountField, Record<TextProblem, string>> = {
  name: { empty: problems.NO_ACCOUNT_NAME, too_long: problems.tooLong(LONGEST_NAME) },
  description: { empty: problems.NO_DESCRIPTION, too_long: problems.tooLong(LONGEST_DESCRIPTION) },
};

const AMOUNT_MESSAGES: Record<OpeningProblem, string> = {
  empty: texts.NOT_AN_OPENING,
  not_a_number: texts.NOT_AN_OPENING,
  not_positive: texts.NOT_AN_OPENING,
  too_large: problems.amountTooLarge(formatMoney(MAX_AMOUNT)),
  too_many_decimals: problems.AMOUNT_TOO_PRECISE,
  other_currency: problems.OTHER_CURRENCY,
  not_a_date: problems.DATE_NOT_A_DATE,
};

export function draftOfAccount(account: AccountRow): AccountDraft {
  const { name, type, description } = account;
  return { name, type, kind: kindOf(account), description: description ?? '', ...NO_OPENING };
}

/** The message for each field to correct; null when the draft is complete. */
export function accountErrors(draft: AccountDraft): AccountErrors | null {
  const [account, opening] = [checkAccount(draft), checkOpening(draft)];
  if (account.ok && opening.ok) return null;
  return {
    ...(account.ok ? {} : accountMessages(account.errors)),
    ...(opening.ok ? {} : openingMessages(opening.errors)),
  };
}

function openingMessages({ opening, openingDate }: Problems<keyof OpeningInput, OpeningProblem>): AccountErrors {
  const messages: AccountErrors = {};
  if (opening) messages.opening = AMOUNT_MESSAGES[opening];
  if (openingDate) messages.openingDate = openingDate === 'empty' ? texts.NO_OPENING_DATE : problems.DATE_NOT_A_DATE;
  return messages;
}

/** The reasons of a refused draft in words. */
function accountMessages(found: Problems<AccountField, TextProblem>): AccountErrors {
  const messages: AccountErrors = {};
  if (found.name) messages.name = MESSAGES.name[found.name];
  if (found.description) messages.description = MESSAGES.description[found.description];
  return messages;
}
