/** What somebody owns and owes, over all their accounts. */
import { type AccountKind, isDebt, kindOf } from '../account-kinds.ts';

/** Integer cents. */
export interface NetWorth {
  /** May be below zero, when accounts that are no debts are overdrawn. */
  assets: number;
  /** Not below zero. */
  debts: number;
  /** Assets minus debts: the sum of all balances. */
  net: number;
}

/** Adds up balances, in integer cents. What a credit card or a loan owes is a debt. A credit on it is an asset. */
export function netWorth(accounts: readonly { kind?: AccountKind | undefined; balance: number }[]): NetWorth {
  const owes = (account: (typeof accounts)[number]) => isDebt(kindOf(account)) && account.balance < 0;
  const sum = (some: typeof accounts) => some.reduce((cents, { balance }) => cents + balance, 0);
  const assets = sum(accounts.filter((account) => !owes(account)));
  const owed = sum(accounts.filter(owes));
  return { assets, debts: Math.abs(owed), net: assets + owed };
}
