/**
 * Who may do what on an account or a shared budget. The server enforces the same by row level security; screens use
 * this to offer only what is allowed. A role of null is somebody without access.
 */
import {
  InvitedRole,
  type MembershipRow,
  PLAIN,
  type Role,
  type TransactionRow,
  type TransactionType,
} from '../rows.ts';

/** What one may do on an account. */
export type Action =
  | 'read' // and export
  | 'transaction.add'
  | 'transaction.change_own'
  | 'transaction.change_any'
  | 'budget.manage'
  | 'category.manage'
  | 'account.update'
  | 'account.reconcile'
  | 'access.manage' // invite, revoke, change roles, remove members
  | 'account.delete'
  | 'access.leave';

const ALLOWED: Record<Role, ReadonlySet<Action>> = {
  viewer: new Set(['read', 'access.leave']),
  member: new Set(['read', 'access.leave', 'transaction.add', 'transaction.change_own']),
  admin: new Set([
    'read',
    'access.leave',
    'transaction.add',
    'transaction.change_own',
    'transaction.change_any',
    'budget.manage',
    'category.manage',
    'account.update',
    'account.reconcile',
    'access.manage',
  ]),
  owner: new Set([
    'read',
    'transaction.add',
    'transaction.change_own',
    'transaction.change_any',
    'budget.manage',
    'category.manage',
    'account.update',
    'account.reconcile',
    'access.manage',
    'account.delete',
  ]),
};

/** What one needs to be allowed to change a row of these tables. Of transactions, see `canChange`. */
export const TO_CHANGE = {
  accounts: 'account.update',
  categories: 'category.manage',
  budgets: 'budget.manage',
  reconciliations: 'account.reconcile',
  imports: 'transaction.add',
  schedules: 'transaction.add',
} as const satisfies Record<string, Action>;

/** Whether this role on an account allows the action. */
export function can(role: Role | null, action: Action): boolean {
  return role !== null && ALLOWED[role].has(action);
}

/** The user's roles on an account and on a budget of it that was shared with them. */
export interface Access {
  account: Role | null;
  budget: Role | null;
}

/** Whether one may contribute. Who joined the budget adds income; who manages it or the account, also expenses. */
export function canContribute({ account, budget }: Access, type: TransactionType): boolean {
  if (can(account, 'budget.manage') || can(budget, 'budget.manage')) return true;
  return type === 'income' && (budget !== null || can(account, 'transaction.add'));
}

/**
 * Whether one may edit or delete a transaction: any as admin or owner of the account, one's own as member, and one's
 * own contribution within what one may contribute.
 */
export function canChange(
  access: Access,
  transaction: Pick<TransactionRow, 'userId' | 'budgetId' | 'type'>,
  userId: string,
): boolean {
  if (can(access.account, 'transaction.change_any')) return true;
  if (transaction.userId !== userId) return false;
  if (transaction.budgetId !== null) return canContribute(access, transaction.type);
  return can(access.account, 'transaction.change_own');
}

/** Whether one may edit or delete a schedule: any as admin or owner, one's own or nobody's as member. */
export function canChangeSchedule(role: Role | null, maker: string | null, userId: string): boolean {
  if (can(role, 'transaction.change_any')) return true;
  return can(role, 'transaction.change_own') && (maker === null || maker === userId);
}

/**
 * Whether one may set open or cleared, so say whether a transaction was seen on the bank's statement (S68b): members of
 * the account, of what they may change. Only admins open a reconciled row; see `obstacleTo`.
 */
export function canSetStatus(
  access: Access,
  transaction: Pick<TransactionRow, 'userId' | 'budgetId' | 'type'>,
  userId: string,
): boolean {
  return can(access.account, 'transaction.add') && canChange(access, transaction, userId);
}

/** What keeps somebody from a change: their role, or that the row belongs to a bank's statement. */
export type Obstacle = 'role' | 'reconciled';

/**
 * What keeps one from changing a transaction, or from deleting it; null where nothing does. `row` is as it stands.
 * `after` holds the fields that the change writes. Status: S68b.
 */
export function obstacleTo(
  access: Access,
  row: Pick<TransactionRow, 'userId' | 'budgetId' | 'type' | 'status'>,
  after: Readonly<Record<string, unknown>>,
  userId: string,
): Obstacle | null {
  if (!canChange(access, row, userId)) return 'role';
  // Only members of the account write what a row loses when it leaves the account.
  const isOfAccount = Object.keys(PLAIN).some((field) => field in after);
  if (isOfAccount && !can(access.account, 'transaction.add')) return 'role';
  const isOfStatus = 'status' in after || 'reconciliationId' in after;
  if (!isOfStatus || can(access.account, 'account.reconcile')) return null;
  if (row.status === 'reconciled') return 'reconciled';
  return after.status === 'reconciled' ? 'role' : null;
}

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether this role may give that one. People who manage access give roles up to their own level. */
function canGrant(role: Role | null, granted: InvitedRole): boolean {
  return role !== null && can(role, 'access.manage') && RANK[granted] <= RANK[role];
}

/** Whether one may invite people to the account, or, where `budget` is one's role on it, to the budget. */
export function canInvite({ account, budget }: Access): boolean {
  return can(account, 'access.manage') || can(budget, 'access.manage');
}

/**
 * Whether one may change or remove a member. People who manage access may, up to their own level; nobody themselves.
 */
export function canManageMember(
  { account, budget }: Access,
  member: Pick<MembershipRow, 'userId' | 'role' | 'target'>,
  userId: string,
): boolean {
  if (member.userId === userId) return false;
  return canGrant(account, member.role) || (member.target === 'budget' && canGrant(budget, member.role));
}

/** The roles that one may give, the least first. */
export function grantableRoles({ account, budget }: Access): InvitedRole[] {
  return InvitedRole.options.filter((role) => canGrant(account, role) || canGrant(budget, role));
}
