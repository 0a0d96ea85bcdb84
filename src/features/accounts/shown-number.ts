import { accountNumber } from '#domain/books/accounts';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/books/accounts';

/** The number by which people know an account, with the mark of the default account: `1A2B3C4 (Default)`. */
export function shownNumber(account: Pick<AccountRow, 'id' | 'accountNumber'>, isDefault: boolean): string {
  const number = accountNumber(account);
  return isDefault ? texts.defaultNumber(number) : number;
}
