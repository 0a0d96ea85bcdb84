/**
 * What the app uses of a Supabase project, put together from supabase-js's own parts: auth and Realtime. Its client brings
 * storage and more too, which cost every first visit 12 KB for nothing.
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

/** A network that takes the question and never answers must not keep everything that needs a token waiting. */
const LIMIT_MS = 20_000;

/**
 * An answer that should be JSON and is not comes from something in between, such as a hotel's page. The auth client reports
 * it like no answer at all, so it is given the bad gateway that it is. So is a renewal that was turned away for any other reason
 * than its session: the client would take that for the session's end.
 */
const fetchReadable: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(LIMIT_MS) });
  if (answer.status === 204) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const isUnclear = !answer.ok && String(input).endsWith('grant_type=refresh_token') && !saysOver(answer, body);
  if (body === undefined || isUnclear) return new Response(null, { status: 502 });
  return answer.ok ? countedFromNow(answer, body) : answer;
};

/** What the auth service answers when a session is over. Its own answers carry a code, in either place; a gateway's do not. */
const OVER = [400, 401, 403];
const Coded = v.union([v.object({ error_code: v.string() }), v.object({ code: v.string() })]);

const saysOver = ({ status }: Response, body: unknown): boolean => OVER.includes(status) && v.is(Coded, body);
const isOver = (error: AuthError | null): boolean => OVER.includes(error?.status ?? 0);

const TimedSession = v.looseObject({ expires_at: v.number() });

/**
 * A session without the moment at which it runs out by the server's clock: the client compares it with the device's, and so
 * counts from now by that one. Else a device that is an hour ahead would renew its session before each request.
 */
function countedFromNow(answer: Response, body: unknown): Response {
  const session = v.safeParse(TimedSession, body);
  if (!session.success) return answer;
  const { expires_at: _byTheServersClock, ...timeless } = session.output;
  return Response.json(timeless, { status: answer.status });
}

/**
 * Told that the server has refused to renew the session, though the access token has run out or is the one `refused`. The auth
 * client would wait: until the token has run out by the device's clock, and for a minute before it asks again.
 */
type Ended = (refused?: string) => Promise<void>;

/** Access for whoever is signed in with `auth`: under which token to ask, and the channels that hints come by. */
export function createDataClient({ supabaseUrl, supabaseKey }: BackendConfig, auth: AuthService, ended: Ended) {
  /** Rejects when the session could not be renewed for want of a connection: that is no log-out. */
  const accessToken = async () => {
    const { data, error } = await auth.getSession();
    if (isAuthRetryableFetchError(error)) throw error;
    if (isOver(error)) await ended();
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
 * By a device's clock that is behind, a token that has run out still holds. So one that the server refuses is renewed, unless
 * another tab has done so meanwhile or it is itself the renewed one: then the refusal stands. Rejects when nobody answered.
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
    if (isOver(error)) await ended(refused);
    const renewed = await standing();
    lastRenewed = renewed;
    return renewed === refused ? null : renewed;
  };
}
