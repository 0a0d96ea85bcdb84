/**
 * Counts and sums of a replica of each scope (S32). They are not part of the protocol, so a server that does not know
 * the request needs no other version.
 */
import * as v from 'valibot';
import { Scope } from './protocol.ts';
import { Cents, Version } from './rows.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Response of `sync_sums`, by scope. */
export const Sums = v.record(
  Scope,
  v.object({
    head: Version,
    transactions: Count,
    /** Of every nature, as v0.1.0 counts. */
    income: Cents,
    expenses: Cents,
    /** By type, refunds too. */
    regular: v.object({ income: Cents, expenses: Cents }),
    /** What of these is refunds, by type. An older server lacks it. */
    refunds: v.optional(v.object({ income: Cents, expenses: Cents })),
    /**
     * Count of an account's categories, budgets and memberships. Null for the scope of a budget, which may share them.
     */
    others: v.nullable(Count),
  }),
);
export type Sums = v.InferOutput<typeof Sums>;
