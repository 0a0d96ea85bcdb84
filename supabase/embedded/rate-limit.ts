/** At most `count` requests in `seconds`, per key. */
export type Limit = { count: number; seconds: number };

/** Limits of the auth service's expensive or abusable doors, counted per address of the caller and per e-mail named. */
export type AuthLimits = {
  /** Passwords tried. */
  signIn: Limit;
  signUp: Limit;
  /** Everything that sends a mail: recovery, one-time passwords, resending, changing the address. */
  mail: Limit;
  /** Codes and links tried. */
  verify: Limit;
  refresh: Limit;
  /** Calls of edge functions; `send-invitation` sends mail. */
  functions: Limit;
};

export const defaultAuthLimits: AuthLimits = {
  signIn: { count: 30, seconds: 300 },
  signUp: { count: 30, seconds: 300 },
  mail: { count: 10, seconds: 900 },
  verify: { count: 30, seconds: 300 },
  refresh: { count: 300, seconds: 300 },
  functions: { count: 120, seconds: 300 },
};

export function scaleLimits(factor: number): AuthLimits {
  const scale = ({ count, seconds }: Limit) => ({ count: Math.max(1, Math.round(count * factor)), seconds });
  return {
    signIn: scale(defaultAuthLimits.signIn),
    signUp: scale(defaultAuthLimits.signUp),
    mail: scale(defaultAuthLimits.mail),
    verify: scale(defaultAuthLimits.verify),
    refresh: scale(defaultAuthLimits.refresh),
    functions: scale(defaultAuthLimits.functions),
  };
}

/** Which limit a request to /auth/v1 falls under; null for those that cost nothing. */
export function authLimitOf(method: string, path: string, search: string): keyof AuthLimits | null {
  if (method === 'OPTIONS') return null;
  switch (path) {
    case '/auth/v1/token':
      // As supabase-js writes it; the library may read any other spelling as something else than URLSearchParams does.
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
      return method === 'PUT' ? 'mail' : null;
    case '/auth/v1/verify':
    case '/auth/v1/callback':
      return 'verify';
    case '/auth/v1/authorize':
      return 'signIn';
    default:
      return null;
  }
}

/** Counts in windows of fixed length; `take` says how many seconds to wait, 0 when there is room. */
export type RateLimiter = { take(name: string, key: string, limit: Limit): number };

/** At most this many keys are remembered; the oldest windows go first. */
const maxKeys = 50_000;

export function createRateLimiter(now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, { ends: number; left: number }>();
  return {
    take(name, key, limit) {
      const id = `${name} ${key}`;
      const time = now();
      let window = windows.get(id);
      if (!window || window.ends <= time) {
        window = { ends: time + limit.seconds * 1000, left: limit.count };
        windows.delete(id);
        windows.set(id, window);
        const oldest = windows.keys().next();
        if (windows.size > maxKeys && !oldest.done) windows.delete(oldest.value);
      }
      if (window.left <= 0) return Math.max(1, Math.ceil((window.ends - time) / 1000));
      window.left -= 1;
      return 0;
    },
  };
}
