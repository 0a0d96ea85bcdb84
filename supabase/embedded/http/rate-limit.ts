/** At most `count` requests in `seconds`, per key. */
export type Limit = { count: number; seconds: number };

/**
 * Limits of the auth service's expensive or abusable endpoints. They count per network of the caller (see `networkOf`).
 */
export type AuthLimits = {
  /** Wrong passwords, and third-party sign-ins that were begun and not completed. */
  signIn: Limit;
  /**
   * Wrong passwords for one e-mail, per network. It is smaller than `signIn`, so somebody who mistypes leaves tries for
   * others there.
   */
  password: Limit;
  /**
   * Wrong passwords for one e-mail from all networks. Beyond it, a network that is new to the e-mail has only two
   * tries.
   */
  passwordEverywhere: Limit;
  signUp: Limit;
  /** Everything that sends a mail: recovery, resending, changing the address. It also counts per e-mail. */
  mail: Limit;
  /** Links that did not open, and third-party sign-ins that came back without success. */
  verify: Limit;
  /** Links that did not open, from all networks. More of them are logged, and nobody is refused. */
  verifyEverywhere: Limit;
  refresh: Limit;
  /** Calls of edge functions; `send-invitation` sends mail. */
  functions: Limit;
};

export const defaultAuthLimits: AuthLimits = {
  signIn: { count: 30, seconds: 300 },
  password: { count: 10, seconds: 300 },
  passwordEverywhere: { count: 100, seconds: 3600 },
  signUp: { count: 30, seconds: 300 },
  mail: { count: 10, seconds: 900 },
  verify: { count: 30, seconds: 300 },
  verifyEverywhere: { count: 300, seconds: 3600 },
  refresh: { count: 300, seconds: 300 },
  functions: { count: 120, seconds: 300 },
};

export function scaleLimits(factor: number): AuthLimits {
  const scaled = structuredClone(defaultAuthLimits);
  for (const limit of Object.values(scaled)) limit.count = Math.max(1, Math.round(limit.count * factor));
  return scaled;
}

/** The limits that a request can fall under by its path. */
export type RequestLimit = 'signIn' | 'signUp' | 'mail' | 'verify' | 'refresh';

/**
 * Which limit a request to /auth/v1 falls under. Null for requests that cost nothing, and for a change of one's own
 * data that sends no mail. `named` is the e-mail in the body.
 */
export function authLimitOf(method: string, path: string, search: string, named: string | null): RequestLimit | null {
  if (method === 'OPTIONS') return null;
  switch (path) {
    case '/auth/v1/token':
      // This is supabase-js's spelling. The library may read any other spelling differently than URLSearchParams does.
      return search === '?grant_type=refresh_token' ? 'refresh' : 'signIn';
    case '/auth/v1/signup':
      return 'signUp';
    case '/auth/v1/recover':
    case '/auth/v1/otp':
    case '/auth/v1/magiclink':
    case '/auth/v1/resend':
    case '/auth/v1/reauthenticate':
    case '/auth/v1/invite':
      return 'mail';
    case '/auth/v1/user':
      return method === 'PUT' && named !== null ? 'mail' : null;
    case '/auth/v1/verify':
    case '/auth/v1/callback':
      return 'verify';
    case '/auth/v1/authorize':
      return 'signIn';
    default:
      return null;
  }
}
