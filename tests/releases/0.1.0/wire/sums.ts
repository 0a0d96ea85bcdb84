// Frozen: sync/sums.ts of v0.1.0, which its devices go on running. Only the paths of imports are changed.

/**
 * What a replica of each scope amounts to (S32). Not a message of the protocol's: a server that does not know the question is
 * not asked to be another version.
 */
import * as v from 'valibot';
import { Scope } from './protocol.ts';
import { Cents, Version } from './rows.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Answer of `sync_sums`: by scope. */
export const Sums = v.record(
  Scope,
  v.object({
    head: Version,
    transactions: Count,
    income: Cents,
    expenses: Cents,
    /** Categories, budgets and memberships of an account; null for the scope of a budget, which may share them. */
    others: v.nullable(Count),
  }),
);
export type Sums = v.InferOutput<typeof Sums>;
