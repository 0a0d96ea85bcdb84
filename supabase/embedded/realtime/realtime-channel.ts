import * as v from 'valibot';
import { limits } from '../http/limits.ts';
import { ChangeBinding } from './change-bindings.ts';
import { Short } from './realtime-frames.ts';

/** No token of ours is longer: a request that carried it would have too large headers. */
const Token = v.nullable(v.pipe(v.string(), v.maxBytes(limits.tokenBytes.most)));

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
      // Many are refused before any of them is looked at.
      postgres_changes: v.optional(
        v.pipe(v.array(v.unknown()), v.maxLength(limits.bindingsPerChannel.most), v.array(ChangeBinding)),
        [],
      ),
    }),
    {},
  ),
  access_token: v.optional(Token),
});

export const TokenPayload = v.looseObject({ access_token: Token });

export const BroadcastPayload = v.looseObject({ event: Short, payload: v.optional(v.unknown(), {}) });
