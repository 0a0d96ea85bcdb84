import * as v from 'valibot';
import { ChangeBinding } from './realtime-changes.ts';

/** Payload of `phx_join`. supabase-js also sends presence and acknowledgements, which are not offered here. */
export const JoinPayload = v.looseObject({
  config: v.optional(
    v.looseObject({
      private: v.optional(v.nullable(v.boolean()), false),
      broadcast: v.optional(
        v.looseObject({ self: v.optional(v.boolean(), false), ack: v.optional(v.boolean(), false) }),
        {},
      ),
      presence: v.optional(v.looseObject({ enabled: v.optional(v.boolean(), false) }), {}),
      postgres_changes: v.optional(v.array(ChangeBinding), []),
    }),
    {},
  ),
  access_token: v.optional(v.nullable(v.string())),
});

export const TokenPayload = v.looseObject({ access_token: v.nullable(v.string()) });

export const BroadcastPayload = v.looseObject({ event: v.string(), payload: v.optional(v.unknown(), {}) });
