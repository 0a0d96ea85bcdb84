// Frozen: sync/protocol.ts of v0.1.0, which its devices go on running. Only the paths of imports are changed.

/**
 * The messages between device and server. One schema a message, types inferred. `protocol-version.test.ts` fails when a
 * schema changes and PROTOCOL_VERSION does not. SQL side: `sync_push`, `sync_pull`, `sync_heads` in supabase/migrations.
 */

import * as v from 'valibot';
import { Mutation } from './operations.ts';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  Cents,
  Id,
  InvitationRow,
  LocalDate,
  MembershipRow,
  Month,
  Role,
  Timestamp,
  TransactionType,
  Version,
} from './rows.ts';
import { rowsOf, TransactionColumns } from './transaction-columns.ts';
import { Verdict } from './verdicts.ts';

export const PROTOCOL_VERSION = 4;

/** `account:<id>` or, for people who were given only a budget, `budget:<id>`. */
export const Scope = v.pipe(v.string(), v.regex(/^(account|budget):[0-9a-f-]{36}$/));

/**
 * How far a device is in a scope: every change up to `version` is here, of the months from `before` on; `before` is null
 * when every month is here. The server computes it, the device only stores it and sends it back.
 */
export const Cursor = v.object({ version: Version, grantId: v.string(), before: v.nullable(Month) });

/** Argument `p_cursors` of `sync_pull`. `epoch` is null on a device that never pulled. */
export const PullCursors = v.object({
  protocol: v.number(),
  epoch: v.nullable(v.string()),
  scopes: v.record(Scope, Cursor),
});

/** A row that left the scope, or the page of `date`'s month; takes only a row of a lower version. */
export const Removal = v.object({
  version: Version,
  kind: v.picklist(['account', 'transaction', 'category', 'budget', 'membership']),
  id: Id,
  date: v.nullable(LocalDate),
});

/** One line of a month's totals, cents and count of the rows alike in type, category and budget. */
export const Total = v.object({
  month: Month,
  type: TransactionType,
  category: v.string(),
  budgetId: v.nullable(Id),
  cents: Cents,
  count: v.number(),
});

export const ScopeAnswer = v.pipe(
  v.object({
    scope: Scope,
    accountId: Id,
    role: Role,
    /** Throw the replica of this scope away before applying: first pull, other grant, below the floor, other epoch. */
    reset: v.boolean(),
    head: Version,
    floor: Version,
    /** All removals above the device's cursor, whole, to be applied before the rows. */
    removals: v.array(Removal),
    accounts: v.array(AccountRow),
    categories: v.array(CategoryRow),
    budgets: v.array(BudgetRow),
    memberships: v.array(MembershipRow),
    /** Cut by the limit; everything else comes whole. Null without any. */
    transactions: v.nullable(TransactionColumns),
    /**
     * Totals of the months that are not on the device after this answer; null when none is missing, and when nothing has
     * changed in the scope since the answer before, whose totals still hold.
     */
    totals: v.nullable(v.array(Total)),
    cursor: Cursor,
    /** Ask again at once: rows were cut by the limit. */
    more: v.boolean(),
  }),
  v.transform((answer) => ({
    ...answer,
    transactions: answer.transactions ? rowsOf(answer.transactions, answer.accountId) : [],
  })),
);

/** Names every scope that the user may see, changed or not: a scope that is missing was taken away. */
export const PullAnswer = v.object({
  user: Id,
  epoch: v.string(),
  serverNow: Timestamp,
  scopes: v.array(ScopeAnswer),
  /** All pending invitations that the user may see, whole. */
  invitations: v.array(InvitationRow),
  /** The user's role on each budget given to them, also where they have the account. */
  budgetRoles: v.array(v.object({ budgetId: Id, role: Role })),
});

/** Argument `p_mutations` of `sync_push`. */
export const PushMutations = v.array(Mutation);

export const PushAnswer = v.object({
  user: Id,
  epoch: v.string(),
  serverNow: Timestamp,
  verdicts: v.array(Verdict),
});

/** Answer of `sync_heads`: scope to head. */
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
