import { type Claims, verifyJwt } from './jwt.ts';
import type { Secrets } from './secrets.ts';

/** The request has no API key, or an unknown one. */
export class InvalidApiKey extends Error {
  constructor() {
    super('Invalid API key');
    this.name = 'InvalidApiKey';
  }
}

/**
 * Who calls, by Supabase's rules: the API key names a role, and an access token beside it names the user.
 * Throws InvalidApiKey or InvalidJwt. `authorization` may repeat the key, as supabase-js does when nobody is signed in.
 */
export function identifyCaller(apiKey: string | null, authorization: string | null, secrets: Secrets): Claims {
  const token = authorization?.match(/^Bearer\s+(\S+)$/i)?.[1];
  const key = apiKey ?? token;
  if (key !== secrets.publishableKey && key !== secrets.secretKey) throw new InvalidApiKey();
  if (token !== undefined && token !== key && !token.startsWith('sb_')) return verifyJwt(token, secrets.jwtSecret);
  return { role: key === secrets.secretKey ? 'service_role' : 'anon' };
}
