/** What the in-memory server tells a user whose change somebody has superseded. */
import type { Notice } from '#domain/mutations/notices';
import { mayRead, roleInAccount } from './access.ts';
import { groupOf, type Values } from './merge.ts';
import type { State, Written } from './state.ts';

type Kept = State['notices'] extends Map<string, infer Value> ? Value : never;

/** Returns the open notices of the user, of accounts that they still reach, oldest first (S40a, S40c). */
export function noticesOf(state: State, userId: string): Notice[] {
  const reached = new Set(
    [...state.tables.memberships.values()].flatMap((row) => (row.userId === userId ? [row.accountId] : [])),
  );
  const mine = [...state.notices.values()].flatMap((notice) => {
    const isReached = reached.has(notice.accountId) || roleInAccount(state, userId, notice.accountId);
    return notice.userId === userId && !notice.isRead && isReached
      ? (undecided(state, shownTo(state, notice)) ?? [])
      : [];
  });
  const sorted = mine.sort((a, b) => a.order - b.order).slice(0, 200);
  return sorted.map(({ userId: _, order, isRead, ...notice }) => {
    const row = state.tables.transactions.get(notice.rowId);
    // Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
    const maySee =
      roleInAccount(state, userId, notice.accountId) || (row && mayRead(state, userId, 'transactions', row));
    const removed = removedContent(state, userId, notice.rowId);
    return { ...notice, removed, stands: maySee ? notice.stands : {} };
  });
}

/** Who has only a budget by now is not told of a status (S68a). */
function shownTo(state: State, notice: Kept): Kept {
  if (roleInAccount(state, notice.userId, notice.accountId)) return notice;
  const others = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => groupOf(notice.table, field) !== 'status'));
  return { ...notice, lost: others(notice.lost), stands: others(notice.stands) };
}

/** The notice without the fields that its user has written since; null when nothing is left to decide (S40d, S40e). */
function undecided(state: State, notice: Kept): Kept | null {
  const { rowId, userId, kind, table, lost, stands } = notice;
  const since = [...state.written.values()].filter((one) => one.rowId === rowId && one.order > notice.order);
  const own = since.filter(({ author }) => author === userId);
  // What its user made before they were told is no answer, also where it arrives later.
  const answers = own.filter(({ editedAt }) => editedAt >= notice.at);
  if (kind !== 'edited') {
    const stands = state.tables[table].has(rowId);
    if (kind === 'deleted') return stands || since.some(({ removed }) => removed !== null) ? null : notice;
    return stands && !own.some(({ removed }) => removed) && answers.length === 0 ? notice : null;
  }
  if (answers.some(({ removed }) => removed !== null)) return null;
  const decided = decidedGroups(state, own, notice);
  const left = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !decided.has(groupOf(table, field) ?? '')));
  return Object.keys(left(lost)).length > 0 ? { ...notice, lost: left(lost), stands: left(stands) } : null;
}

/** A change of the type or of lines takes these along. Who was told of that, and answers on one, answers on all. */
const BOUND = ['amount', 'category', 'lines'];

/** An earlier reconciliation is counted all the same (S68i), so it is no newer wish than a tick that is lost. */
function decidedGroups(state: State, own: readonly Written[], { at, lost, rowId }: Kept): Set<string> {
  const isCounted = state.tables.transactions.get(rowId)?.status === 'reconciled';
  const groups = own.flatMap((one) =>
    one.groups.filter((group) => group !== 'status' || one.editedAt >= at || !isCounted),
  );
  const answers = own.flatMap((one) => (one.editedAt >= at ? one.groups : []));
  const isBound =
    ['type', 'refund', 'lines'].some((field) => field in lost) && answers.some((group) => BOUND.includes(group));
  return new Set(isBound ? [...groups, ...BOUND] : groups);
}

/** Returns the row as it was when it was last deleted: only for members of the account in which it stood (S40f). */
function removedContent(state: State, userId: string, rowId: string): Notice['removed'] {
  const last = [...state.written.values()].findLast(
    (one) => one.rowId === rowId && one.removed && roleInAccount(state, userId, one.accountId),
  );
  return last?.removed ?? {};
}
