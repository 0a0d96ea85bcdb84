/**
 * The messages between device and server: one schema for each message, with inferred types. Another schema needs
 * another PROTOCOL_VERSION (S25). The SQL side is `sync_push`, `sync_pull` and `sync_heads` in supabase/migrations. The
 * names of the schemas are part of the protocol: `Answer` in them means response, and `Removal` means tombstone.
 */

import * as v from 'valibot';
import { KeyPage } from './import-keys.ts';
import { Notice } from './notices.ts';
import { Mutation } from './operations.ts';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  Cents,
  Id,
  ImportRow,
  InvitationRow,
  LocalDate,
  MembershipRow,
  Month,
  Nature,
  ReconciliationRow,
  Role,
  ScheduleRow,
  Timestamp,
  TRANSACTION_DEFAULTS,
  TransactionType,
  Version,
} from './rows.ts';
import { rowsOf, TransactionColumns } from './transaction-columns.ts';
import { Verdict } from './verdicts.ts';

export const PROTOCOL_VERSION = 6;

/** `account:<id>`, or `budget:<id>` for people who have only the budget. */
export const Scope = v.pipe(v.string(), v.regex(/^(account|budget):[0-9a-f-]{36}$/));

/**
 * How far a device is in a scope: it has every change up to `version`, for the months from `before` on. `before` is
 * null when every month is here. `protocol` is the one of the request that brought the rows. `keys`: up to which number
 * import keys came; they come after the rows. The server computes the cursor; the device stores it and sends it back.
 */
export const Cursor = v.object({
  version: Version,
  grantId: v.string(),
  before: v.nullable(Month),
  protocol: v.optional(v.number()),
  keys: v.optional(Version),
});

/** Argument `p_cursors` of `sync_pull`. `epoch` is null on a device that never pulled. */
export const PullCursors = v.object({
  protocol: v.number(),
  epoch: v.nullable(v.string()),
  scopes: v.record(Scope, Cursor),
});

/** A tombstone: the row was deleted, left the scope, or left the month of `date`. It takes only a lower version. */
export const Removal = v.object({
  version: Version,
  kind: v.picklist([
    'account',
    'transaction',
    'category',
    'budget',
    'membership',
    'reconciliation',
    'import',
    'schedule',
  ]),
  id: Id,
  date: v.nullable(LocalDate),
});

/** One line of a month's totals: cents and numbers of what has the same nature, type, refund, category and budget. */
export const Total = v.pipe(
  v.object({
    month: Month,
    nature: v.optional(Nature, TRANSACTION_DEFAULTS.nature),
    type: TransactionType,
    refund: v.optional(v.boolean(), TRANSACTION_DEFAULTS.refund),
    category: v.string(),
    budgetId: v.nullable(Id),
    cents: Cents,
    count: v.number(),
    /** Absent where it is `count`. */
    lines: v.optional(v.number()),
  }),
  v.transform((total) => ({ ...total, lines: total.lines ?? total.count })),
);

export const ScopeAnswer = v.pipe(
  v.object({
    scope: Scope,
    accountId: Id,
    role: Role,
    /** Discard the replica of the scope first: first pull, another grant, a cursor below the floor, another epoch. */
    reset: v.boolean(),
    head: Version,
    floor: Version,
    /** Tombstones up to the cursor of this response; others wait for their rows (S41). Applied before rows (S12a). */
    removals: v.array(Removal),
    accounts: v.array(AccountRow),
    categories: v.array(CategoryRow),
    budgets: v.array(BudgetRow),
    memberships: v.array(MembershipRow),
    reconciliations: v.optional(v.array(ReconciliationRow), []),
    imports: v.optional(v.array(ImportRow), []),
    schedules: v.optional(v.array(ScheduleRow), []),
    /** Import keys with another fate than the device knows. */
    keys: v.optional(v.array(KeyPage), []),
    /** Truncated by the limit; everything else comes whole. Null without any. */
    transactions: v.nullable(TransactionColumns),
    /**
     * Totals of the months that are not on the device after this response (S13c). Null when no month is missing, and
     * when nothing in the scope has changed since the response before.
     */
    totals: v.nullable(v.array(Total)),
    cursor: Cursor,
    /** Rows were truncated by the limit. Request the rest at once. */
    more: v.boolean(),
  }),
  v.transform((response) => ({
    ...response,
    transactions: response.transactions ? rowsOf(response.transactions, response.accountId) : [],
  })),
);

/** Names every scope that the user may see, changed or not. A scope that is missing was taken away (S14). */
export const PullAnswer = v.object({
  user: Id,
  epoch: v.string(),
  serverNow: Timestamp,
  scopes: v.array(ScopeAnswer),
  /** All pending invitations that the user may see, whole. */
  invitations: v.array(InvitationRow),
  /** The user's role on each budget given to them, also where they have the account. */
  budgetRoles: v.array(v.object({ budgetId: Id, role: Role })),
  /** All notices that the user has not settled, oldest first. */
  notices: v.array(Notice),
});

/** Argument `p_mutations` of `sync_push`. */
export const PushMutations = v.array(Mutation);

export const PushAnswer = v.object({
  user: Id,
  epoch: v.string(),
  serverNow: Timestamp,
  verdicts: v.array(Verdict),
});

/** Response of `sync_heads`: scope to head. */
export const Heads = v.record(Scope, Version);

/** Payload of the broadcast event `hint` on the private topic `user:<uid>`. */
export const Hint = v.object({ scope: Scope, version: Version });

export type Cursor = v.InferOutput<typeof Cursor>;
export type PullCursors = v.InferOutput<typeof PullCursors>;
export type Removal = v.InferOutput<typeof Removal>;
export type Total = v.InferOutput<typeof Total>;
export type ScopeAnswer = v.InferOutput<typeof ScopeAnswer>;
export type PullAnswer = v.InferOutput<typeof PullAnswer>;
export type PushAnswer = v.InferOutput<typeof PushAnswer>;
export type Hint = v.InferOutput<typeof Hint>;
