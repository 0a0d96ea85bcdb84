/** The opening balance beside the rows of a file. Amounts and dates come formatted. */
import { counted } from '#domain/money/numbers';

export const AGREES = 'the account agrees with the bank';
export const NONE = 'Begin without an opening balance. Then the account agrees with the bank.';

export function agrees(balance: string, day: string): string {
  return `After the import the account has what the bank says: ${balance} on ${day}.`;
}

export function bankSays(balance: string, day: string): string {
  return `The bank’s balance on ${day} is ${balance}.`;
}

export function differs(balance: string, day: string, by: string): string {
  return `${bankSays(balance, day)} The account differs from it by ${by} after this import.`;
}

export function older(count: number, opening: string, day: string): string {
  const rows = counted(count, 'transaction is older', 'transactions are older');
  const twice = count === 1 ? 'It would count twice' : 'They would count twice';
  return `${rows} than the opening balance of ${opening} on ${day}. ${twice}.`;
}

/** Why the opening balance changes: what it said of its day stays true. */
export function keeps(day: string, balance: string): string {
  return `the balance on ${day} stays ${balance}`;
}

export function correct(opening: string, day: string, why: string): string {
  return `Make the opening balance ${opening} on ${day}. Then ${why}.`;
}

export function remove(why: string): string {
  return `Remove the opening balance. Then ${why}.`;
}

export function add(opening: string, day: string): string {
  return `Begin with an opening balance of ${opening} on ${day}. Then ${AGREES}.`;
}

export const CORRECTED = 'The opening balance is corrected. Undo takes it back together with the rows.';
export const NOT_CORRECTED = 'The opening balance could not be corrected. Compare it with the bank’s balance.';
