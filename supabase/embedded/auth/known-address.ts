/**
 * Signing up with an address that somebody already has. The library then answers "too many mails", every time, and
 * sends none. This file answers as for any other sign-up, so nobody learns who has an account. The address gets the
 * mail for choosing a new password, which confirms the address too.
 */
import * as v from 'valibot';
import { type Answer, json } from '../http/answers.ts';
import { parseJson } from '../http/web-exchange.ts';

const SignUp = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase()),
  data: v.optional(v.record(v.string(), v.unknown()), {}),
});

const Unconfirmed = v.object({ confirmation_sent_at: v.string() });

/** Whether the library refused this sign-up because it knows the address. It has no other reason for this response. */
export function isKnownAddress(answer: Answer): boolean {
  return answer.status === 429 && answer.headers['x-sb-error-code'] === 'over_email_send_rate_limit';
}

/** Whether a new user was made who must first open the link of a mail: there is no session yet. */
export function isToBeConfirmed(answer: Answer): boolean {
  return answer.status === 200 && v.is(Unconfirmed, parseJson(Buffer.from(answer.body)));
}

/**
 * The response to a new address that is still to be confirmed, with ids that belong to nobody. Null when `body` is not
 * a sign-up's.
 */
export function answerAsNew(body: unknown, now: Date = new Date()): Answer | null {
  const given = v.safeParse(SignUp, body);
  if (!given.success) return null;
  const { email, data } = given.output;
  const id = timedId(now);
  const at = now.toISOString().replace('Z', '+00:00');
  const identity = { sub: id, email, email_verified: false, phone_verified: false };
  return json(200, {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, ...identity },
    identities: [
      {
        identity_id: timedId(now),
        id,
        user_id: id,
        identity_data: { ...data, ...identity },
        provider: 'email',
        last_sign_in_at: at,
        created_at: at,
        updated_at: at,
        email,
      },
    ],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
    confirmation_sent_at: at,
  });
}

/** A version 7 UUID, as the library makes them. */
function timedId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
