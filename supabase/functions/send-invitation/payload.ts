import * as v from 'valibot';

const Id = v.pipe(v.string(), v.uuid());

/** As the table `invitations` checks it again: nothing that a mail could read as a second address or another header. */
const Address = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(320),
  v.regex(/^[^\s\p{Cc}<>()",:;@\\]+@[^\s\p{Cc}<>()",:;@\\]+$/u),
);

/** Who the caller believes to be: another user may have logged in since on a device that they share. */
const User = v.optional(Id);

/** The specification's payload, and with `id` (made by the caller) one that may be sent again without being doubled. */
const Invite = v.object({
  id: v.optional(Id),
  email: Address,
  name: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200))), ''),
  /** `manager` is an alias of `admin` on budgets; the database decides. */
  role: v.optional(v.picklist(['viewer', 'member', 'admin', 'manager']), 'viewer'),
  target: v.picklist(['account', 'budget']),
  targetId: Id,
  user: User,
});

const Resend = v.object({ resend: v.literal(true), id: Id, user: User });

const NamesResend = v.object({ resend: v.unknown() });

export const Payload = v.lazy((input) => (v.is(NamesResend, input) ? Resend : Invite));

export type Payload = v.InferOutput<typeof Payload>;
