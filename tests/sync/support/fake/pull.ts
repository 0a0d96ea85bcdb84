/** `sync_pull` in memory, with the wire contract of the real one. */
import {
  type AccountRow,
  type BudgetRow,
  PLAIN,
  type Role,
  TRANSACTION_DEFAULTS,
  type TransactionRow,
} from '#domain/rows';
import { totalLines } from '#store/ledger/ledger';
import type { Cursor, PullAnswer, PullCursors, Removal, ScopeAnswer } from '../../../../sync/protocol.ts';
import { covers, membershipIn, roleInAccount, roleInBudget, seenThrough } from './access.ts';
import { pullKeys } from './import-keys.ts';
import { visibleInvitations } from './invitations.ts';
import { noticesOf } from './notices.ts';
import { shownReconciliation } from './reconciliations.ts';
import type { LoggedRemoval, State } from './state.ts';

interface View {
  scope: string;
  accountId: string;
  budgetId: string | null;
  role: Role;
}

export function scopesOf(state: State, userId: string): View[] {
  const accounts = [...state.tables.accounts.keys()].flatMap((accountId): View[] => {
    const role = roleInAccount(state, userId, accountId);
    return role ? [{ scope: `account:${accountId}`, accountId, budgetId: null, role }] : [];
  });
  const budgets = [...state.tables.budgets.values()].flatMap(({ id, accountId }): View[] => {
    const role = roleInAccount(state, userId, accountId) ? null : roleInBudget(state, userId, id);
    return role ? [{ scope: `budget:${id}`, accountId, budgetId: id, role }] : [];
  });
  return [...accounts, ...budgets];
}

/** The device may have missed a restore before the last one (S62d). */
function agreedWith(state: State, { accountId }: View, known = 0): number | undefined {
  return state.logs.get(accountId)?.skipped.find(([after, to]) => after < known && known <= to)?.[0];
}

export function pull(state: State, userId: string, cursors: PullCursors, limit: number, serverNow: string): PullAnswer {
  const sameEpoch = cursors.epoch === state.epoch;
  let room = Math.max(1, limit);
  const scopes = scopesOf(state, userId).map((view) => {
    const answer = answerScope(state, userId, view, sameEpoch ? cursors : { ...cursors, scopes: {} }, room);
    room = Math.max(1, room - answer.transactions.length);
    if (sameEpoch) return answer;
    return { ...answer, floor: agreedWith(state, view, cursors.scopes[view.scope]?.version) ?? answer.floor };
  });
  return {
    user: userId,
    epoch: state.epoch,
    serverNow,
    scopes,
    notices: noticesOf(state, userId),
    invitations: visibleInvitations(state, userId, serverNow),
    budgetRoles: [...state.tables.memberships.values()].flatMap((row) =>
      row.userId === userId && row.budgetId ? [{ budgetId: row.budgetId, role: row.role }] : [],
    ),
  };
}

/** Returns the id of the user's grant of the scope. */
function grantOf(state: State, userId: string, { accountId, budgetId }: View): string {
  const membership = membershipIn(state, userId, accountId, budgetId);
  if (!membership) return state.logs.get(accountId)?.grant ?? '';
  return state.grants.get(membership.id) ?? membership.id;
}

function answerScope(state: State, userId: string, view: View, cursors: PullCursors, limit: number): ScopeAnswer {
  const known = cursors.scopes[view.scope];
  const log = state.logs.get(view.accountId) ?? { version: 0, floor: 0, removals: [] };
  const grantId = grantOf(state, userId, view);
  const usable = known && known.grantId === grantId && known.version >= log.floor && known.version <= log.version;
  const cursor = usable ? known : null;
  const above = cursor?.version ?? -1;
  const { tables } = state;
  const inAccount = <T extends { accountId: string }>(rows: Iterable<T>) =>
    [...rows].filter((row) => row.accountId === view.accountId);
  const budget = view.budgetId ? tables.budgets.get(view.budgetId) : undefined;
  const isNew = (row: { version: number }) => row.version > above;
  // Rows that came under protocol 4 lack fields.
  const isLacking = (cursor?.protocol ?? 4) < cursors.protocol;
  const categories = inAccount(tables.categories.values()).filter((row) => !budget || row.id === budget.categoryId);
  const budgets = inAccount(tables.budgets.values()).filter((row) => !budget || row.id === budget.id);
  const memberships = inAccount(tables.memberships.values()).filter((row) => !budget || row.budgetId === budget.id);
  const account = tables.accounts.get(view.accountId);
  const accounts = account && !budget ? [withOwner(state, account, cursors.protocol)] : [];
  const all = rowsInView(state, inAccount(tables.transactions.values()), budget);
  const cut = cutTransactions(all, cursor, log.version, limit);
  const mended = cursor !== null && isLacking ? all.filter((row) => isMended(row, cursor)) : [];
  const asSpoken = (row: TransactionRow) => (cursors.protocol < 5 ? { ...row, ...TRANSACTION_DEFAULTS } : row);
  const isDue = (row: { version: number }) => isLacking || isNew(row);
  const { cursorOfKeys, ...forMembers } = whatMembersGet(state, view, isDue, { cursor, cut });
  return {
    scope: view.scope,
    accountId: view.accountId,
    role: view.role,
    reset: cursor === null,
    head: log.version,
    floor: log.floor,
    removals: cursor
      ? removalsBetween(
          log.removals.filter((one) => one.view === view.budgetId),
          cursor,
          all,
          cut,
        )
      : [],
    accounts: accounts.filter((row) => isLacking || isNew(row)),
    categories: categories.filter((row) => isLacking || isNew(row)),
    budgets: budgets.filter(isNew),
    memberships: memberships.filter(isNew),
    ...forMembers,
    transactions: [...cut.rows, ...mended].map((row) => asSpoken(budget ? { ...row, ...PLAIN } : row)),
    totals:
      cut.before === null || (cursor?.version === log.version && !isLacking)
        ? null
        : distantTotals(all.map(asSpoken), cut.before),
    cursor: { version: cut.version, grantId, before: cut.before, protocol: cursors.protocol, ...cursorOfKeys },
    more: cut.more,
  };
}

/** The row as members get it. The owner's address is in no stored row, and protocol 4 does not know it. */
export function withOwner({ users }: State, account: AccountRow, protocol = 5): AccountRow {
  return protocol < 5 ? account : { ...account, ownerEmail: users.get(account.ownerId)?.email ?? null };
}

/** What people who have only a budget do not get. */
function whatMembersGet(
  state: State,
  { accountId, budgetId }: View,
  isDue: (row: { version: number }) => boolean,
  { cursor, cut }: { cursor: Cursor | null; cut: Cut },
) {
  if (budgetId) return { reconciliations: [], imports: [], schedules: [], keys: [], cursorOfKeys: {} };
  const { reconciliations, imports, schedules } = state.tables;
  const isHere = (row: { accountId: string; version: number }) => row.accountId === accountId && isDue(row);
  const due = [...reconciliations.values()].filter(isHere);
  return {
    reconciliations: due.map((row) => shownReconciliation(state, row)),
    imports: [...imports.values()].filter(isHere),
    schedules: [...schedules.values()].filter(isHere),
    ...pullKeys(state, accountId, cursor?.keys ?? 0, cut),
  };
}

/** The transactions of an account, or what one budget shows of them. */
function rowsInView(state: State, rows: TransactionRow[], budget: BudgetRow | undefined): TransactionRow[] {
  if (!budget) return rows;
  return rows.filter((row) => covers(state, budget, row)).map((row) => seenThrough(state, budget, row));
}

function isMended(row: TransactionRow, { version, before }: Cursor): boolean {
  const isLacking =
    row.nature !== 'regular' || row.lines !== null || row.status !== 'open' || row.importId !== null || row.refund;
  return isLacking && row.version <= version && row.date.slice(0, 7) >= (before ?? '');
}

/**
 * A truncated answer is the state of one moment: removals above the version that it reaches wait (S41a), and those of
 * rows that are still to come wait for their rows (S41b).
 */
function removalsBetween(
  removals: readonly LoggedRemoval[],
  cursor: Cursor,
  all: TransactionRow[],
  cut: Cut,
): Removal[] {
  const isTruncated = cut.more && cut.before === null;
  const coming = new Set(isTruncated ? all.filter((row) => row.version > cut.version).map(({ id }) => id) : []);
  const isFresh = ({ version, kind }: LoggedRemoval) =>
    version > cursor.version && (version <= cut.version || kind !== 'transaction');
  // An answer before may have held back removals of these rows.
  const delivered = cut.rows.filter((row) => row.version > cursor.version).map(({ id }) => id);
  const touched = new Set([...delivered, ...removals.filter(isFresh).map(({ id }) => id)]);
  const isDue = (one: LoggedRemoval) =>
    isFresh(one) || (one.kind === 'transaction' && one.version <= cursor.version && touched.has(one.id));
  return removals
    .filter((one) => isDue(one) && (one.kind !== 'transaction' || !coming.has(one.id)))
    .map(({ version, kind, id, date }) => ({ version, kind, id, date }));
}

interface Cut {
  rows: TransactionRow[];
  version: number;
  before: string | null;
  more: boolean;
}

function cutTransactions(all: TransactionRow[], cursor: Cursor | null, head: number, limit: number): Cut {
  if (cursor && cursor.before === null) {
    const rows = all.filter((row) => row.version > cursor.version).sort((a, b) => a.version - b.version);
    const sent = rows.slice(0, limit);
    const more = sent.length < rows.length;
    return { rows: sent, version: more ? (sent.at(-1)?.version ?? head) : head, before: null, more };
  }
  const loaded = cursor?.before ?? '9999-99';
  const deltas = all.filter((row) => row.date.slice(0, 7) >= loaded && row.version > (cursor?.version ?? -1));
  const older = Map.groupBy(
    all.filter((row) => row.date.slice(0, 7) < loaded),
    (row) => row.date.slice(0, 7),
  );
  const months = [...older.keys()].sort().reverse();
  const rows: TransactionRow[] = [...deltas];
  let before: string | null = null;
  let whole = 0;
  for (const month of months) {
    if (whole > 0 && whole >= limit) break;
    const inMonth = older.get(month) ?? [];
    rows.push(...inMonth);
    whole += inMonth.length;
    before = month;
  }
  if (before === months.at(-1)) before = null;
  return { rows, version: head, before: months.length === 0 ? null : before, more: before !== null };
}

function distantTotals(all: TransactionRow[], before: string) {
  const distant = all.filter((row) => row.date.slice(0, 7) < before);
  const months = Map.groupBy(distant, (row) => row.date.slice(0, 7));
  return [...months].flatMap(([month, rows]) => totalLines(rows).map((line) => ({ month, ...line })));
}
