/** Handing an account over, as supabase/schema/hand-over.sql does it. */

import { ownedAccounts } from '#domain/books/accounts';
import { newCategory } from '#domain/books/new-categories';
import { nameId } from '#domain/ids/name-id';
import type { AccountRow, MembershipRow } from '#domain/rows';
import { membershipIn } from './access.ts';
import { deleteMembership } from './delete.ts';
import { isNameTaken } from './patch.ts';
import { Refused } from './refused.ts';
import type { Work } from './work.ts';

/** Offers an account to a member, in place of an earlier offer. With `to` null, there is no offer any more. */
export function offerOwnership(work: Work, accountId: string, to: string | null) {
  const { state, userId } = work;
  if (state.tables.accounts.get(accountId)?.ownerId !== userId) throw new Refused('forbidden');
  if (to === null) return work.writeOffer(accountId, undefined);
  if (!membershipIn(state, to, accountId, null)) throw new Refused('gone');
  if (!nextOwned(work, userId, accountId)) throw new Refused('last_account');
  work.writeOffer(accountId, { to, by: userId });
}

/** An offer counts while both still are what they were. With the answer yes, the owner becomes an admin. */
export function answerOwnership(work: Work, accountId: string, accepts: boolean) {
  const { state, userId } = work;
  const offer = state.offers.get(accountId);
  const account = state.tables.accounts.get(accountId);
  const membership = membershipIn(state, userId, accountId, null);
  if (!account || !membership || offer?.to !== userId || offer.by !== account.ownerId) throw new Refused('gone');
  if (!accepts) return work.writeOffer(accountId, undefined);
  const heir = nextOwned(work, account.ownerId, accountId);
  if (!heir) throw new Refused('last_account');
  moveOwnership(work, account, membership, heir);
}

/** The oldest other account of the owner. */
function nextOwned({ state }: Work, ownerId: string, besides: string): AccountRow | undefined {
  return ownedAccounts([...state.tables.accounts.values()], ownerId).find(({ id }) => id !== besides);
}

function moveOwnership(work: Work, account: AccountRow, membership: MembershipRow, heir: AccountRow): void {
  const { id, ownerId } = account;
  const { userId: to } = membership;
  const owned = ownedAccounts([...work.state.tables.accounts.values()], ownerId);
  const formerId = nameId(`former owner of ${id} ${work.state.order}`);
  work.writeOffer(id, undefined);
  // Both have the whole account before and after, so no device fetches it anew.
  work.swapGrants(id, membership.id, formerId);
  deleteMembership(work, membership);
  const createdAt = nextOwned(work, to, id) ? work.now : account.createdAt;
  work.write('accounts', { ...account, ownerId: to, createdAt, version: work.number(id) });
  const made = { id: formerId, version: work.number(id), createdAt: work.now };
  const target = { accountId: id, target: 'account', budgetId: null } as const;
  const former = { userId: ownerId, email: work.email(ownerId) ?? '', name: '', role: 'admin' } as const;
  work.write('memberships', { ...made, ...target, ...former });
  if (owned[0]?.id === id) copyCategories(work, id, heir.id);
}

/** The default account's categories serve all accounts of its owner, and the account keeps its own. */
function copyCategories(work: Work, from: string, to: string): void {
  const { categories } = work.state.tables;
  const served = [...categories.values()].filter(({ accountId }) => accountId === from);
  for (const { type, name, group, archived } of served) {
    const row = { ...newCategory(to, type, name, work.now), group, archived, version: 0 };
    if (categories.has(row.id) || isNameTaken(work, row)) continue;
    work.write('categories', { ...row, version: work.number(to) });
  }
}
