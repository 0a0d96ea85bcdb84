import { bearerToken } from '../auth/bearer-token.ts';
import { type Claims, verifyJwt } from '../auth/jwt.ts';
import type { Secrets } from '../secrets.ts';

/** The request has no API key, or an unknown one. */
export class InvalidApiKey extends Error {
  constructor() {
    super('Invalid API key');
    this.name = 'InvalidApiKey';
  }
}

/**
 * Finds out who calls, by Supabase's rules. The API key names a role, and an access token beside it names the user.
 * `authorization` may repeat the key, as supabase-js does when nobody is signed in. Throws InvalidApiKey or InvalidJwt.
 */
export function identifyCaller(apiKey: string | null, authorization: string | null, secrets: Secrets): Claims {
  const token = bearerToken(authorization);
  const key = apiKey ?? token;
  if (key !== secrets.publishableKey && key !== secrets.secretKey) throw new InvalidApiKey();
  if (token !== null && token !== key && !token.startsWith('sb_')) return verifyJwt(token, secrets.jwtSecret);
  return { role: key === secrets.secretKey ? 'service_role' : 'anon' };
}
