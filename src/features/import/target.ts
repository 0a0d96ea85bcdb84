/** Which account a statement is for, as far as this device can tell. */
import { type AccountKind, kindOf } from '#domain/account-kinds';
import { sameName } from '#domain/entered-text';
import type { AccountRow } from '#domain/rows';
import type { ImportHabit } from '#store/queries/imports/import-habits';
import type { FoundStatement } from '../../import/worker/messages.ts';

/** `accountId` is null when nothing fits: then the file makes a new account. */
export interface Target {
  accountId: string | null;
  why: 'number' | 'shape' | 'kind' | 'name' | null;
}

/** Kinds of which most people have few accounts. A file of another kind says hardly more than that it is a bank's. */
const TELLING: ReadonlySet<AccountKind> = new Set(['cash', 'savings', 'credit_card', 'loan', 'investment']);

/**
 * By the number or name in the file, then by its kind, then by the last file of its shape, then the page. Of several
 * accounts of one table only the name tells, or else all of them would go into one. `opened`: the account from whose
 * page the import was opened; null elsewhere.
 */
export function guessTarget(
  found: FoundStatement,
  habits: readonly ImportHabit[],
  accounts: readonly AccountRow[],
  { opened, active }: { opened: string | null; active: string | null },
): Target {
  const known = habits.filter(({ accountId }) => accounts.some(({ id }) => id === accountId));
  const number = numberOf(found);
  const ofNumber = number === null ? undefined : known.find((habit) => habit.number === number);
  if (ofNumber) return { accountId: ofNumber.accountId, why: isName(number) ? 'name' : 'number' };
  const { name, kind } = found.account;
  const named = name && accounts.find((account) => sameName(account.name, name));
  if (named) return { accountId: named.id, why: 'name' };
  if (found.isOneOfSeveral) return { accountId: null, why: null };
  // The file of another bank account is not for the one whose files have been read so far, nor for another kind.
  const isOther = ({ id }: AccountRow) =>
    isBanks(number) && known.some((habit) => habit.accountId === id && isBanks(habit.number));
  const isOfKind = (account: AccountRow) => kind === undefined || [kind, 'other'].includes(kindOf(account));
  const possible = accounts.filter((account) => !isOther(account) && isOfKind(account));
  const openAmong = (some: readonly AccountRow[]) => [opened, active].find((id) => some.some((one) => one.id === id));
  const ofKind = kind && TELLING.has(kind) ? possible.filter((account) => kindOf(account) === kind) : [];
  const [first] = ofKind;
  if (first) return { accountId: openAmong(ofKind) ?? first.id, why: 'kind' };
  const shape = found.table?.shape;
  // Files of this shape that named another account say nothing of this one.
  const mayBe = (habit: ImportHabit) => habit.table?.shape === shape && (number === null || !isName(habit.number));
  const ofShape = shape && !isBanks(number) ? known.find(mayBe) : undefined;
  if (ofShape) return { accountId: ofShape.accountId, why: 'shape' };
  return { accountId: openAmong(possible) ?? null, why: null };
}

/**
 * The account's number as the file has it, or else its name in a table, behind a mark; null where it has none. Of
 * several accounts of a table a number would be that of the whole file.
 */
export function numberOf({ account, isOneOfSeveral, table }: FoundStatement): string | null {
  const number = isOneOfSeveral ? undefined : (account.iban ?? account.number);
  return number ?? (table && account.name ? `${NAME}${account.name}` : null);
}

/** Before a name that stands for a number. */
const NAME = 'name: ';

function isName(number: string | null): boolean {
  return number?.startsWith(NAME) === true;
}

function isBanks(number: string | null): boolean {
  return number !== null && !isName(number);
}
