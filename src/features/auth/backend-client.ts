/**
 * The parts of a Supabase project that the app uses, built from supabase-js's own packages: auth and Realtime. The
 * whole client would add storage and more, and cost every first visit 12 KB for nothing.
 */
import { AuthClient, type AuthError, isAuthRetryableFetchError, RealtimeClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { BackendConfig } from '#domain/backend-config';

export type AuthService = InstanceType<typeof AuthClient>;

/** Options of the auth service's own client. */
type AuthOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

export function createAuthClient({ supabaseUrl, supabaseKey }: BackendConfig, options: AuthOptions): AuthService {
  return new AuthClient({
    ...options,
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    detectSessionInUrl: false,
    fetch: fetchReadable,
  });
}

/** A network may accept a request and never respond. After this time, everything that waits for a token goes on. */
const LIMIT_MS = 20_000;

/**
 * A response that is not JSON comes from something in between, such as a hotel's log-in page. The auth client would
 * treat it like no response, so it is turned into a 502 (bad gateway). The same happens to a renewal whose response
 * brings no session and does not say that this one is over. The client would take that for the session's end.
 */
const fetchReadable: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(LIMIT_MS) });
  if (answer.status === 204) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const isRenewal = String(input).endsWith('grant_type=refresh_token');
  const isClear = isRenewal ? v.is(answer.ok ? Renewed : Over, body) : body !== undefined;
  if (!isClear) return new Response(null, { status: 502 });
  return answer.ok ? countedFromNow(answer, body) : answer;
};

const Renewed = v.object({ access_token: v.string(), refresh_token: v.string() });

/** The auth service's codes for a session that is over. A response has the code in one of two fields. */
const OverCode = v.picklist([
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
]);
const Over = v.union([v.object({ error_code: OverCode }), v.object({ code: OverCode })]);

/**
 * Whether a renewal was refused because the session is over. `fetchReadable` lets these statuses pass on a renewal only
 * for that reason (`Over`).
 */
const wasRefused = (error: AuthError | null): boolean => [400, 401, 403].includes(error?.status ?? 0);

const TimedSession = v.looseObject({ expires_at: v.number() });

/**
 * Removes the moment of expiry by the server's clock, so the client counts from now by the device's clock. Otherwise a
 * device that is an hour ahead would renew its session before each request.
 */
function countedFromNow(answer: Response, body: unknown): Response {
  const session = v.safeParse(TimedSession, body);
  if (!session.success) return answer;
  const { expires_at: _byTheServersClock, ...timeless } = session.output;
  return Response.json(timeless, { status: answer.status });
}

/**
 * Called when the server has refused to renew the session, with the token that it `refused`, if any. The auth client
 * itself would wait. It waits until the token expires by the device's clock, and for a minute before it asks again.
 */
type Ended = (refused?: string) => Promise<void>;

/** Access for the user signed in with `auth`: the token for requests, and the channels for hints. */
export function createDataClient({ supabaseUrl, supabaseKey }: BackendConfig, auth: AuthService, ended: Ended) {
  /** Rejects when the session could not be renewed for lack of a connection. That does not mean a log-out. */
  const accessToken = async () => {
    const { data, error } = await auth.getSession();
    if (isAuthRetryableFetchError(error)) throw error;
    if (wasRefused(error)) await ended();
    return data.session?.access_token ?? supabaseKey;
  };
  const renew = renewRefusedTokens(auth, ended);
  const authorize = async (send: (token: string) => Promise<Response>): Promise<Response> => {
    const token = await accessToken();
    const response = await send(token);
    const renewed = response.status === 401 ? await renew(token) : null;
    return renewed === null ? response : send(renewed);
  };
  const realtime = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken,
  });
  auth.onAuthStateChange((event) => {
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') void realtime.setAuth();
  });
  return {
    authorize,
    channel: realtime.channel.bind(realtime),
    removeChannel: realtime.removeChannel.bind(realtime),
    realtime,
  };
}

/**
 * Renews a token that the server refuses. The device's clock may be behind, so that an expired token still seems valid.
 * The refusal stands when the refused token has just been renewed itself. When another tab has renewed the session
 * meanwhile, its token is used. Rejects without a response.
 */
function renewRefusedTokens(auth: AuthService, ended: Ended): (refused: string) => Promise<string | null> {
  let lastRenewed: string | null = null;
  const standing = async () => (await auth.getSession()).data.session?.access_token ?? null;
  return async (refused) => {
    const current = await standing();
    if (current === null || refused === lastRenewed) return null;
    if (current !== refused) return current;
    const { error } = await auth.refreshSession();
    if (isAuthRetryableFetchError(error)) throw error;
    if (wasRefused(error)) await ended(refused);
    const renewed = await standing();
    lastRenewed = renewed;
    return renewed === refused ? null : renewed;
  };
}
