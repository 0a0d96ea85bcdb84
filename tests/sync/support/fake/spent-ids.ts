import { atLeast, roleInAccount } from './access.ts';
import type { LoggedRemoval, State } from './state.ts';

type User = { state: State; userId: string };

/** Whether the id belonged to a row that was deleted in other accounts, and that the user could not have moved. */
export function isSpent({ state, userId }: User, kind: LoggedRemoval['kind'], id: string, accountId: string): boolean {
  const found = [...state.logs].flatMap(([at, { removals }]) =>
    removals.filter((one) => one.id === id && one.kind === kind).map((one) => ({ ...one, accountId: at })),
  );
  if (found.some((one) => one.accountId === accountId)) return false;
  return found.some((one) => !mightHaveMoved({ state, userId }, one));
}

/** Transactions move between accounts. Categories move when their owner's default account is deleted. */
function mightHaveMoved(
  { state, userId }: User,
  { kind, accountId, createdBy }: LoggedRemoval & { accountId: string },
): boolean {
  const role = roleInAccount(state, userId, accountId);
  if (kind === 'category') return role === 'owner';
  if (kind !== 'transaction') return false;
  const joined = [...state.tables.memberships.values()].some(
    (row) => row.accountId === accountId && row.userId === userId && row.budgetId !== null,
  );
  return atLeast(role, 'admin') || (createdBy === userId && (atLeast(role, 'member') || joined));
}
