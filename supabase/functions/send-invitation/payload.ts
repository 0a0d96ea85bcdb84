import * as v from 'valibot';
import { Address } from './address.ts';

const Id = v.pipe(v.string(), v.uuid());

/** The user that the caller believes to be. Another user may have logged in since, on a device that they share. */
const User = v.optional(Id);

/** The specification's payload. With an `id` of the caller's making, it can be sent again without being doubled. */
const Invite = v.object({
  id: v.optional(Id),
  email: Address,
  name: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200))), ''),
  /** `manager` is an alias of `admin` on budgets. The database decides. */
  role: v.optional(v.picklist(['viewer', 'member', 'admin', 'manager']), 'viewer'),
  target: v.picklist(['account', 'budget']),
  targetId: Id,
  user: User,
});

const Resend = v.object({ resend: v.literal(true), id: Id, user: User });

const NamesResend = v.object({ resend: v.unknown() });

export const Payload = v.lazy((input) => (v.is(NamesResend, input) ? Resend : Invite));

export type Payload = v.InferOutput<typeof Payload>;
