/** Accounts: their numbers, which one is the default, and what may be entered about one. */
import { type AccountKind, kindOf } from '../account-kinds.ts';
import {
  cleanText,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  requiredTextProblem,
  type TextProblem,
} from '../entered-text.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { AccountRow, AccountType } from '../rows.ts';

/** The name of a default account that the app made because something needed one. */
export const DEFAULT_ACCOUNT_NAME = 'Personal';

/** The user's default account: the first that they own, by creation; null when they own none. */
export function defaultAccount<Row extends Pick<AccountRow, 'id' | 'createdAt' | 'ownerId'>>(
  accounts: readonly Row[],
  userId: string,
): Row | null {
  return ownedAccounts(accounts, userId)[0] ?? null;
}

/** The accounts that the user owns, oldest first. */
export function ownedAccounts<Row extends Pick<AccountRow, 'id' | 'createdAt' | 'ownerId'>>(
  accounts: readonly Row[],
  userId: string,
): Row[] {
  return accounts.filter((account) => account.ownerId === userId).sort(byCreation);
}

/** Oldest first; of two made in the same millisecond, every device takes the same one first. */
export function byCreation<Row extends Pick<AccountRow, 'id' | 'createdAt'>>(a: Row, b: Row): number {
  const [earlier, later] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  if (earlier !== later) return earlier - later;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Rows that v0.1.0 stored on this device name no position. */
export type Placed = Pick<AccountRow, 'id' | 'createdAt'> & { position?: number | null | undefined };

/** The order of accounts in lists. Those with a position come first, by position. The others follow, oldest first. */
export function byPosition(a: Placed, b: Placed): number {
  const [first, second] = [a.position ?? Number.POSITIVE_INFINITY, b.position ?? Number.POSITIVE_INFINITY];
  if (first !== second) return first < second ? -1 : 1;
  return byCreation(a, b);
}

/**
 * The seven characters that people know an account by: the stored number, or else the first seven letters and digits of
 * the id, upper-cased. The special code of the id `default` is `DEFAULT`. Which account is the default differs from
 * person to person, and the number does not: people name shared accounts by it.
 */
export function accountNumber(account: Pick<AccountRow, 'id' | 'accountNumber'>): string {
  if (account.accountNumber) return account.accountNumber;
  return account.id
    .replace(/[^a-zA-Z0-9]/g, '')
    .toUpperCase()
    .slice(0, 7);
}

/** The accounts that a form offers: those that are not archived, and the one that its row has already. */
export function offeredAccounts<Row extends { id: string; archived?: boolean | undefined }>(
  accounts: readonly Row[],
  keptId: string,
): Row[] {
  return accounts.filter(({ id, archived }) => !archived || id === keptId);
}

/** What a form says about an account. An absent type is personal, an absent kind is other. */
export interface AccountInput {
  name: string;
  type?: AccountType;
  kind?: AccountKind;
  description?: string;
}

export type AccountField = 'name' | 'description';

/** The fields of a row that a form of an account fills. */
export type AccountFields = Pick<AccountRow, 'name' | 'type' | 'description' | 'kind'>;

/** The fields of the row that the form makes; an empty description is null. */
export function checkAccount(input: AccountInput): Outcome<{ fields: AccountFields }, AccountField, TextProblem> {
  const name = cleanText(input.name);
  const description = cleanText(input.description ?? '');
  const errors: Problems<AccountField, TextProblem> = {};
  const nameProblem = requiredTextProblem(name, LONGEST_NAME);
  if (nameProblem) errors.name = nameProblem;
  if (description.length > LONGEST_DESCRIPTION) errors.description = 'too_long';
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const { type = 'personal' } = input;
  return { ok: true, fields: { name, type, description: description || null, kind: kindOf(input) } };
}
