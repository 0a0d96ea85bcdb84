import { accountNumber } from '#domain/books/accounts';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/books/accounts';

/** The number by which people know an account, with the mark of the default account: `D1A2B3C (Default)`. */
export function shownNumber(account: Pick<AccountRow, 'id' | 'accountNumber'>, isDefault: boolean): string {
  const number = accountNumber(account, isDefault);
  return isDefault ? texts.defaultNumber(number) : number;
}
