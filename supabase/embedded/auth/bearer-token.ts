import { InvalidJwt } from './jwt.ts';

/**
 * The token of an `Authorization: Bearer <token>` header; null when the header is missing or of another scheme. Throws
 * InvalidJwt when something stands behind the token: the auth library would read the token all the same, so the
 * endpoints in front of it would see nobody where it sees a user.
 */
export function bearerToken(authorization: string | null): string | null {
  const given = /^Bearer\s+(.*)$/is.exec(authorization ?? '')?.[1];
  if (given === undefined) return null;
  if (!/^\S+$/.test(given)) throw new InvalidJwt('malformed');
  return given;
}
