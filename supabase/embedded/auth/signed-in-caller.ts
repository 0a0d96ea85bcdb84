import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import type { Secrets } from '../secrets.ts';
import { bearerToken } from './bearer-token.ts';
import { type Claims, InvalidJwt, verifyJwt } from './jwt.ts';

export type SignedInCaller = { userId: string; sessionId: string };

const SignedIn = v.object({
  role: v.literal('authenticated'),
  sub: v.pipe(v.string(), v.uuid()),
  session_id: v.pipe(v.string(), v.uuid()),
});

/** The user and the session of the request's access token; null without a good token. */
export function signedInCaller(request: IncomingMessage, secrets: Secrets): SignedInCaller | null {
  try {
    const token = bearerToken(request.headers.authorization ?? null);
    return token === null ? null : signedInBy(verifyJwt(token, secrets.jwtSecret));
  } catch (error) {
    if (error instanceof InvalidJwt) return null;
    throw error;
  }
}

/** Who is signed in by these claims; null when nobody is. */
export function signedInBy(claims: Claims): SignedInCaller | null {
  const known = v.safeParse(SignedIn, claims);
  return known.success ? { userId: known.output.sub, sessionId: known.output.session_id } : null;
}
