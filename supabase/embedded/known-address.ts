/**
 * Signing up with an address that somebody has. The library answers that with "too many mails", for ever, and sends none. Here
 * it is answered like any other sign-up, so that nobody learns who has an account; whoever reads the mails of that address gets
 * the one that lets them choose a new password, which confirms the address too.
 */
import * as v from 'valibot';
import { type Answer, json } from './answers.ts';

const SignUp = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase()),
  data: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Whether the library refused this sign-up because it knows the address; it has no other reason for this answer. */
export function isKnownAddress(answer: Answer): boolean {
  return answer.status === 429 && answer.headers['x-sb-error-code'] === 'over_email_send_rate_limit';
}

/** The answer that a new address gets which is still to be confirmed, with ids that are nobody's. Null: not a sign-up's body. */
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

/** A UUID of version 7, as the library makes them. */
function timedId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
