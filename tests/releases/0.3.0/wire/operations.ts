/**
 * What a user does to rows. A mutation is one or more operations that succeed or fail together. Commands make
 * mutations, the outbox keeps them, the server decides on them.
 */
import * as v from 'valibot';
import { ImportKey } from './import-keys.ts';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  Fields,
  Id,
  ImportRow,
  InvitedRole,
  LocalDate,
  ReconciliationRow,
  ScheduleRow,
  Target,
  Timestamp,
  TransactionRow,
  TransactionType,
  Version,
} from './rows.ts';

/** The fields that the device may write, by table: all but those that the server sets. */
const Writable = {
  accounts: v.omit(AccountRow, ['version', 'ownerEmail']),
  transactions: v.omit(TransactionRow, ['version', 'userId', 'userEmail']),
  categories: v.omit(CategoryRow, ['version']),
  budgets: v.omit(BudgetRow, ['version']),
  reconciliations: v.omit(ReconciliationRow, ['version', 'userId', 'userEmail', 'changes']),
  imports: v.omit(ImportRow, ['version', 'userId', 'userEmail']),
  schedules: v.omit(ScheduleRow, ['version', 'userId', 'userEmail']),
};

/** What somebody may choose of a row of a file. */
const Choosable = v.picklist(['category', 'description', 'notes', 'lines', 'budgetId']);

/** The key of the row of a file, or of the occurrence, that the operation makes, brings back, or links to a row. */
const key = v.optional(ImportKey);
/** The schedule of which the key names an occurrence. Without it, the key is of a file. */
const scheduleId = v.optional(Id);

export const Insert = v.variant('table', [
  v.object({ kind: v.literal('insert'), table: v.literal('accounts'), row: Writable.accounts }),
  v.object({
    kind: v.literal('insert'),
    table: v.literal('transactions'),
    row: Writable.transactions,
    key,
    scheduleId,
    /** The user wants the row, although it was deleted after an earlier import. */
    again: v.optional(v.literal(true)),
    /** What its author chose of a row of a file. The rest is of the file, or of the app. Without it, all was chosen. */
    chosen: v.optional(v.array(Choosable)),
  }),
  v.object({ kind: v.literal('insert'), table: v.literal('categories'), row: Writable.categories }),
  v.object({ kind: v.literal('insert'), table: v.literal('budgets'), row: Writable.budgets }),
  v.object({ kind: v.literal('insert'), table: v.literal('reconciliations'), row: Writable.reconciliations }),
  v.object({ kind: v.literal('insert'), table: v.literal('imports'), row: Writable.imports }),
  v.object({ kind: v.literal('insert'), table: v.literal('schedules'), row: Writable.schedules }),
]);

export const WritableTable = v.picklist([
  'accounts',
  'transactions',
  'categories',
  'budgets',
  'reconciliations',
  'imports',
  'schedules',
]);

/**
 * What of the current row its author had on the screen: everything up to `number` in the log of `accountId`. A group
 * in `hidden` lay under the author's own unsettled edits; of that group only its lower number was seen.
 */
export const Seen = v.object({
  accountId: Id,
  number: Version,
  hidden: v.optional(v.record(v.string(), Version)),
});

/**
 * Set when the operation takes back what this device did. The server then leaves alone whatever somebody has changed
 * since (S67 in sync/SPEC.md).
 */
const undo = v.optional(v.literal(true));

/** `before` and `after` name the same fields. Entries that v0.1.0 stored name only the version of the row as seen. */
export const Patch = v.object({
  kind: v.literal('patch'),
  table: WritableTable,
  id: Id,
  seen: v.union([Seen, Version]),
  before: Fields,
  after: Fields,
  undo,
  key,
  scheduleId,
});

/** Entries that v0.1.0 stored do not tell what their author had seen. */
export const Delete = v.object({
  kind: v.literal('delete'),
  table: WritableTable,
  id: Id,
  seen: v.optional(Seen),
  /** The import that is taken back with this row of it. A row of another import stays (S69j in sync/SPEC.md). */
  importId: v.optional(Id),
  undo,
});

/** Brings a deleted transaction back under its old id, with its full content. */
export const Restore = v.object({
  kind: v.literal('restore'),
  table: v.literal('transactions'),
  row: Writable.transactions,
  undo,
  key,
});

/** Who is invited to what: the payload of `send-invitation`, and what the device shows until it is sent. */
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

/**
 * What a merge took, as this device saw it: the category that went, the budgets that named it, and the transactions of
 * its name. `lines`: of a split one, the ids of the lines.
 */
export const Taken = v.object({
  category: v.nullable(Writable.categories),
  budgets: v.array(Id),
  rows: v.array(v.object({ id: Id, date: LocalDate, lines: v.optional(v.array(Id)) })),
});

const Named = { type: TransactionType, from: v.string(), to: v.string() };

export const Call = v.variant('name', [
  /** Without `accountId`, as v0.1.0 makes it, in all accounts that the user owns. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('category.rename'),
    arguments: v.object({ ...Named, accountId: v.optional(Id) }),
  }),
  /** A rename into a name that stands: the category of the old name goes (S79). `seen`: what was seen of that. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('category.merge'),
    arguments: v.object({ ...Named, accountId: Id, seen: v.optional(Seen) }),
  }),
  /** The names as the merge had them; `undoes` of the mutation names it. `taken` stays on the device (S79d). */
  v.object({
    kind: v.literal('call'),
    name: v.literal('category.unmerge'),
    arguments: v.object({ ...Named, accountId: Id, taken: v.optional(Taken) }),
  }),
  /** One occurrence will not be added: its key has the fate `deleted`, without a row (S80d). */
  v.object({
    kind: v.literal('call'),
    name: v.picklist(['occurrence.skip', 'occurrence.unskip']),
    arguments: v.object({ accountId: Id, scheduleId: Id, key: ImportKey }),
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
  /** The user has settled what a notice (notices.ts) told. It goes from all their devices. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('notice.read'),
    arguments: v.object({ id: Id }),
  }),
  /** Goes up through the function `send-invitation`, which also sends the mail; `id` is the invitation's own. */
  v.object({
    kind: v.literal('call'),
    name: v.literal('invitation.send'),
    arguments: InvitationDraft,
  }),
  /**
   * Sends another mail and starts the time to answer anew; goes up as `invitation.send` does. `resentAt`: device's
   * clock.
   */
  v.object({
    kind: v.literal('call'),
    name: v.literal('invitation.resend'),
    arguments: v.object({ id: Id, resentAt: Timestamp }),
  }),
]);

export const Operation = v.union([Insert, Patch, Delete, Restore, Call]);

/**
 * The fields that a patch may change, by table. Fields of one group hold together: the server merges them as one, so a
 * patch names the whole group when one of its fields changed. The SQL of the push has the same groups.
 */
export const FIELD_GROUPS = {
  transactions: [
    ['amount', 'type', 'refund'],
    ['date'],
    ['category'],
    ['description'],
    ['notes'],
    ['accountId'],
    ['budgetId'],
    ['nature', 'transferId'],
    ['lines'],
    ['status', 'reconciliationId'],
    ['bankId', 'importId', 'importedText'],
  ],
  accounts: [['name'], ['type'], ['description'], ['accountNumber'], ['kind'], ['archived'], ['position']],
  categories: [['name'], ['group'], ['archived']],
  budgets: [['name'], ['amount'], ['categoryId'], ['description'], ['startDate']],
  // Nobody edits one of these.
  reconciliations: [],
  imports: [],
  schedules: [
    ['type', 'amount', 'refund', 'category', 'lines'],
    ['description'],
    ['notes'],
    ['rhythm', 'weekend', 'startDate', 'endDate', 'count'],
    ['mode'],
    ['amountMatch'],
    ['pairId'],
    ['userId'],
  ],
} as const satisfies Record<v.InferOutput<typeof WritableTable>, readonly (readonly string[])[]>;

/**
 * `editedAt` is the device's clock corrected by the last measured offset to the server's. `cursors` tells how far the
 * device was in the accounts of the operations when the user entered them: a category's name is meant as it was then.
 * `device` and `number` name the device and its running number of the mutation. Entries of v0.1.0 have no `cursors`.
 * `apart`: its transactions are independent of each other, and the server decides on each unit by itself. `action`:
 * what one command did, where that is more than this mutation. `undoes`: the action that it takes back.
 */
export const Mutation = v.object({
  id: Id,
  editedAt: Timestamp,
  device: v.optional(Id),
  number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  cursors: v.optional(v.record(Id, Version)),
  apart: v.optional(v.literal(true)),
  action: v.optional(Id),
  undoes: v.optional(Id),
  operations: v.pipe(v.array(Operation), v.minLength(1)),
});

export type WritableTable = v.InferOutput<typeof WritableTable>;
export type Insert = v.InferOutput<typeof Insert>;
export type Choosable = v.InferOutput<typeof Choosable>;
export type Patch = v.InferOutput<typeof Patch>;
export type Seen = v.InferOutput<typeof Seen>;
export type Delete = v.InferOutput<typeof Delete>;
export type Restore = v.InferOutput<typeof Restore>;
export type Taken = v.InferOutput<typeof Taken>;
export type InvitationDraft = v.InferOutput<typeof InvitationDraft>;
export type Call = v.InferOutput<typeof Call>;
/** The calls that send a mail. */
export type MailCall = Extract<Call, { name: 'invitation.send' | 'invitation.resend' }>;
export type Operation = v.InferOutput<typeof Operation>;
export type Mutation = v.InferOutput<typeof Mutation>;
/** A mutation as it travels: rows may leave out fields that hold their defaults. */
export type SentMutation = v.InferInput<typeof Mutation>;
