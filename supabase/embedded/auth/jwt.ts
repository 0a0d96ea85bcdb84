import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/** The claims that the backend reads from an access token. All others travel on to the database untouched. */
const Claims = v.looseObject({
  role: v.picklist(['anon', 'authenticated', 'service_role']),
  exp: v.optional(v.number()),
  sub: v.optional(v.string()),
  email: v.optional(v.nullable(v.string())),
});
const Header = v.looseObject({ alg: v.literal('HS256') });

export type Claims = v.InferOutput<typeof Claims>;

/** Why a token is refused: a closed set. */
export type JwtRefusal = 'malformed' | 'signature' | 'expired';

export class InvalidJwt extends Error {
  readonly reason: JwtRefusal;
  constructor(reason: JwtRefusal) {
    super(`The access token is refused: ${reason}`);
    this.name = 'InvalidJwt';
    this.reason = reason;
  }
}

/** Returns the claims of an HS256 token that `secret` signed and that has not expired. Throws InvalidJwt. */
export function verifyJwt(token: string, secret: string, now: number = Date.now()): Claims {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !v.is(Header, parse(head))) throw new InvalidJwt('malformed');
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new InvalidJwt('signature');
  const claims = v.safeParse(Claims, parse(body));
  if (!claims.success) throw new InvalidJwt('malformed');
  if (claims.output.exp !== undefined && claims.output.exp * 1000 <= now) throw new InvalidJwt('expired');
  return claims.output;
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
