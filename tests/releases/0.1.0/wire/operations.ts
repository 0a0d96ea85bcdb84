// Frozen: src/domain/operations.ts of v0.1.0, which its devices go on running. Only the paths of imports are changed.

/**
 * What a user does to rows, as intents. A mutation is one to many operations that hold or fail together. Commands make
 * them, the outbox keeps them, the server decides on them.
 */
import * as v from 'valibot';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  Id,
  InvitedRole,
  Target,
  Timestamp,
  TransactionRow,
  TransactionType,
  Version,
} from './rows.ts';

/** What the device may write of each table: everything but what the server sets. */
const Writable = {
  accounts: v.omit(AccountRow, ['version']),
  transactions: v.omit(TransactionRow, ['version', 'userId', 'userEmail']),
  categories: v.omit(CategoryRow, ['version']),
  budgets: v.omit(BudgetRow, ['version']),
};

const Fields = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));

export const Insert = v.variant('table', [
  v.object({ kind: v.literal('insert'), table: v.literal('accounts'), row: Writable.accounts }),
  v.object({ kind: v.literal('insert'), table: v.literal('transactions'), row: Writable.transactions }),
  v.object({ kind: v.literal('insert'), table: v.literal('categories'), row: Writable.categories }),
  v.object({ kind: v.literal('insert'), table: v.literal('budgets'), row: Writable.budgets }),
]);

export const WritableTable = v.picklist(['accounts', 'transactions', 'categories', 'budgets']);

/** `before` and `after` name the same fields; `seen` is the version of the row that the user looked at. */
export const Patch = v.object({
  kind: v.literal('patch'),
  table: WritableTable,
  id: Id,
  seen: Version,
  before: Fields,
  after: Fields,
});

export const Delete = v.object({ kind: v.literal('delete'), table: WritableTable, id: Id });

/** Brings a deleted transaction back under its old id, with its full content. */
export const Restore = v.object({
  kind: v.literal('restore'),
  table: v.literal('transactions'),
  row: Writable.transactions,
});

/** Who is invited to what: the payload of the function `send-invitation`, and what the device shows until it was sent. */
export const InvitationDraft = v.object({
  id: Id,
  email: v.pipe(v.string(), v.minLength(1), v.maxLength(320)),
  name: v.pipe(v.string(), v.maxLength(200)),
  role: InvitedRole,
  target: Target,
  /** The account or budget. */
  targetId: Id,
  createdAt: Timestamp,
});

export const Call = v.variant('name', [
  v.object({
    kind: v.literal('call'),
    name: v.literal('category.rename'),
    arguments: v.object({ type: TransactionType, from: v.string(), to: v.string() }),
  }),
  v.object({
    kind: v.literal('call'),
    name: v.picklist(['invitation.accept', 'invitation.decline', 'invitation.revoke']),
    arguments: v.object({ id: Id }),
  }),
  v.object({
    kind: v.literal('call'),
    name: v.picklist(['membership.leave', 'membership.remove']),
    arguments: v.object({ id: Id }),
  }),
  v.object({
    kind: v.literal('call'),
    name: v.literal('membership.change_role'),
    arguments: v.object({ id: Id, role: InvitedRole }),
  }),
  /** Goes up through the function `send-invitation`, which also sends the mail; `id` is the invitation's own. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('invitation.send'),
    arguments: InvitationDraft,
  }),
  /** Another mail and the full time to answer; goes up as `invitation.send` does. `resentAt` is the device's clock. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('invitation.resend'),
    arguments: v.object({ id: Id, resentAt: Timestamp }),
  }),
]);

export const Operation = v.union([Insert, Patch, Delete, Restore, Call]);

/**
 * The fields of a transaction that hold together (sync-protocol): the server merges by these groups, so that a patch names a
 * whole group when one of its fields changed. The SQL of the push has the same groups.
 */
export const TRANSACTION_FIELD_GROUPS = [
  ['amount', 'type'],
  ['date'],
  ['category'],
  ['description', 'notes'],
  ['accountId'],
  ['budgetId'],
] as const;

/** `editedAt` is the device's clock corrected by the last measured offset to the server's. */
export const Mutation = v.object({
  id: Id,
  editedAt: Timestamp,
  operations: v.pipe(v.array(Operation), v.minLength(1)),
});

export type WritableTable = v.InferOutput<typeof WritableTable>;
export type Insert = v.InferOutput<typeof Insert>;
export type Patch = v.InferOutput<typeof Patch>;
export type Delete = v.InferOutput<typeof Delete>;
export type Restore = v.InferOutput<typeof Restore>;
export type InvitationDraft = v.InferOutput<typeof InvitationDraft>;
export type Call = v.InferOutput<typeof Call>;
/** The calls that a mail goes with. */
export type MailCall = Extract<Call, { name: 'invitation.send' | 'invitation.resend' }>;
export type Operation = v.InferOutput<typeof Operation>;
export type Mutation = v.InferOutput<typeof Mutation>;
