/** Accounts as the list beside the work groups them. */
import { type AccountKind, isDebt, kindOf } from '../account-kinds.ts';

interface Grouped {
  account: { kind?: AccountKind | undefined; archived?: boolean | undefined };
}

export interface AccountGroups<View> {
  assets: View[];
  /** Credit cards and loans, whatever their balance is, so that no account changes its place with a payment. */
  debts: View[];
  archived: View[];
}

/** The groups; each keeps the order in which the accounts are given. */
export function groupAccounts<View extends Grouped>(views: readonly View[]): AccountGroups<View> {
  const shown = views.filter(({ account }) => !account.archived);
  const owes = ({ account }: View) => isDebt(kindOf(account));
  return {
    assets: shown.filter((view) => !owes(view)),
    debts: shown.filter(owes),
    archived: views.filter(({ account }) => account.archived),
  };
}

/** So many accounts have a key. */
const NUMBERED = 9;

/** The accounts that the keys 1 to 9 mean: the first of the list, without the archived ones. */
export function numberedAccounts<View extends Grouped>(views: readonly View[]): View[] {
  const { assets, debts } = groupAccounts(views);
  return [...assets, ...debts].slice(0, NUMBERED);
}
