/**
 * The server's decision on a mutation. Every mutation gets exactly one verdict, and the same one however often it is
 * sent.
 */
import * as v from 'valibot';
import type { Operation } from './operations.ts';
import { Fields, Id, Version } from './rows.ts';

/** Why the server refused; a closed set, decided by the server, never read out of a message. */
export const Refusal = v.picklist([
  'forbidden', // the row is readable, the role does not allow this
  'gone', // neither the row nor a tombstone of it is readable any more
  'invalid', // a value breaks a rule of its column (22xxx, 23514, 23502)
  'duplicate', // the id or a unique value is taken (23505)
  'reference', // what it points to does not exist (23503)
  'last_account', // the only account one owns cannot be deleted
  'category_in_use', // a budget uses the category
  'payload_mismatch', // the id was used before for something else
  'expired', // the invitation ran out
  'settled', // the invitation was already accepted, declined or revoked
  'self', // nobody invites themselves
  'already_member', // who is invited has access
  'already_invited', // another invitation of the same address to the same target is pending
  'forgotten', // the mutation is so old that the server does not remember whether it did it
]);

/** The number that the mutation took in the log of each account it touched. */
const Versions = v.record(v.string(), Version);

/**
 * A transaction of a mutation that is decided apart, which was not taken, or not wholly. `kept` and `by` as in the
 * verdict on a whole mutation. `other`: the row that stands for it, where the key of a row of a file is another row's.
 */
export const NotTaken = v.variant('status', [
  v.object({
    id: Id,
    status: v.literal('superseded'),
    reason: v.picklist(['newer', 'deleted']),
    kept: Fields,
    by: v.nullable(v.string()),
    other: v.optional(Id),
  }),
  v.object({ id: Id, status: v.literal('rejected'), reason: Refusal }),
]);

export const Verdict = v.variant('status', [
  v.object({
    id: v.string(),
    status: v.literal('applied'),
    versions: Versions,
    /** Only of a mutation that is decided apart; absent when all of it was taken. */
    notTaken: v.optional(v.pipe(v.array(NotTaken), v.minLength(1))),
  }),
  v.object({
    id: v.string(),
    status: v.literal('superseded'),
    /** `newer`: somebody's later edit of the same fields stands; `deleted`: the row is gone. */
    reason: v.picklist(['newer', 'deleted']),
    /** The fields that were not applied, with the values that stand instead. All other fields were applied. */
    kept: Fields,
    /** E-mail of the person whose edit or delete stands, where known. */
    by: v.nullable(v.string()),
    versions: Versions,
  }),
  v.object({
    id: v.string(),
    status: v.literal('rejected'),
    reason: Refusal,
    /** SQLSTATE where a constraint refused. */
    code: v.nullable(v.string()),
    message: v.string(),
  }),
]);

export type Refusal = v.InferOutput<typeof Refusal>;
export type NotTaken = v.InferOutput<typeof NotTaken>;
export type Verdict = v.InferOutput<typeof Verdict>;
export type Applied = Extract<Verdict, { status: 'applied' }>;

/** The row that stands for the line of a file of which this one was to be the row (S71i). */
export function otherOf(told: NotTaken): string | null {
  return (told.status === 'superseded' && told.other) || null;
}

/** The transactions of which the user says whether they stay or the other ones that stand for the lines of a file. */
export function matchesIn(entry: { notTaken?: readonly NotTaken[]; operations: readonly Operation[] }): Set<string> {
  const { notTaken = [], operations } = entry;
  const linked = new Set(operations.flatMap((one) => (one.kind === 'patch' ? one.id : [])));
  return new Set(notTaken.flatMap((told) => (otherOf(told) !== null && linked.has(told.id) ? told.id : [])));
}
