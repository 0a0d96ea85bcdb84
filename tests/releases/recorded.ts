/** What is known of the household that a release left behind (tests/releases/<version>/recorded.json). */
import * as v from 'valibot';

const Id = v.pipe(v.string(), v.uuid());

export const Recorded = v.object({
  people: v.array(v.object({ id: Id, email: v.string(), refreshToken: v.string() })),
  /** Of all of them. */
  password: v.string(),
  /** Ids of the shared account and of its shared budget. */
  household: Id,
  food: Id,
  /** Of the account, in cents, and how many transactions make it. */
  balance: v.number(),
  rows: v.number(),
  /** What `sync_pull` answers the first person's new device. v0.1.0 has not recorded it. */
  contents: v.optional(v.unknown()),
  /** Where the first person's device stands, as it says so to `sync_pull`. */
  cursors: v.object({ protocol: v.number(), epoch: v.string(), scopes: v.record(v.string(), v.unknown()) }),
  /** What that device has not sent yet, as the arguments of `sync_push`. */
  push: v.object({ p_user: Id, p_schema: v.number(), p_mutations: v.array(v.unknown()) }),
  /** In cents, once it has. */
  balanceAfterPush: v.number(),
  /** Absent where it is `rows`. */
  rowsAfterPush: v.optional(v.number()),
});
export type Recorded = v.InferOutput<typeof Recorded>;
