/** What accounts are for. */
import type { AccountKind } from '#domain/account-kinds';

export const KIND = 'Kind';

export const KINDS: Record<AccountKind, string> = {
  cash: 'Cash',
  checking: 'Checking',
  savings: 'Savings',
  credit_card: 'Credit card',
  loan: 'Loan',
  investment: 'Investment',
  other: 'Other',
};
