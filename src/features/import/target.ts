/** Which account a statement is for, as far as this device can tell. */
import { sameName } from '#domain/entered-text';
import type { AccountRow } from '#domain/rows';
import type { ImportHabit } from '#store/queries/import-habits';
import type { FoundStatement } from '../../import/worker/messages.ts';

/** `accountId` is null when nothing fits: then the file makes a new account. */
export interface Target {
  accountId: string | null;
  why: 'number' | 'shape' | 'name' | null;
}

/** `opened`: the account from whose page the import was opened; null elsewhere. */
export function guessTarget(
  found: FoundStatement,
  habits: readonly ImportHabit[],
  accounts: readonly AccountRow[],
  { opened, active }: { opened: string | null; active: string | null },
): Target {
  const isKnown = (id: string | null) => id !== null && accounts.some((account) => account.id === id);
  const known = habits.filter(({ accountId }) => isKnown(accountId));
  const number = numberOf(found);
  const ofNumber = number === null ? undefined : known.find((habit) => habit.number === number);
  if (ofNumber) return { accountId: ofNumber.accountId, why: 'number' };
  const { name } = found.account;
  const named = name && accounts.find((account) => sameName(account.name, name));
  if (named) return { accountId: named.id, why: 'name' };
  // The file of another bank account is not for the one whose files have been read so far.
  const mayBe = (id: string | null) =>
    isKnown(id) && (number === null || !known.some((habit) => habit.accountId === id && habit.number !== null));
  if (mayBe(opened)) return { accountId: opened, why: null };
  const shape = found.table?.shape;
  const ofShape = shape && number === null ? known.find(({ table }) => table?.shape === shape) : undefined;
  if (ofShape) return { accountId: ofShape.accountId, why: 'shape' };
  return { accountId: mayBe(active) ? active : null, why: null };
}

/** The account's number as the file names it; null where it names none. */
export function numberOf({ account }: FoundStatement): string | null {
  return account.iban ?? account.number ?? null;
}
