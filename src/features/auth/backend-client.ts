/**
 * What the app uses of a Supabase project, put together from supabase-js's own parts: auth, calls of database functions and
 * Realtime. Its client brings storage and functions too, which cost every first visit 12 KB for nothing.
 */
import { PostgrestClient } from '@supabase/postgrest-js';
import { AuthClient, RealtimeClient } from '@supabase/supabase-js';

/** What GET /config.json says. */
export interface BackendConfig {
  supabaseUrl: string;
  supabaseKey: string;
}

export type AuthService = InstanceType<typeof AuthClient>;

/** Options of the auth service's own client. */
export type AuthOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

export function createAuthClient({ supabaseUrl, supabaseKey }: BackendConfig, options: AuthOptions): AuthService {
  return new AuthClient({
    ...options,
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    detectSessionInUrl: false,
    fetch: fetchReadable,
  });
}

/**
 * An answer that should be JSON and is not comes from something in between, such as a hotel's page. The auth client reports
 * it like no answer at all, so it is given the bad gateway that it is.
 */
const fetchReadable: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.ok || answer.status === 204) return answer;
  const readable = await answer
    .clone()
    .json()
    .then(
      () => true,
      () => false,
    );
  return readable ? answer : new Response(null, { status: 502 });
};

/** Calls and hints for whoever is signed in with `auth`. */
export function createDataClient({ supabaseUrl, supabaseKey }: BackendConfig, auth: AuthService) {
  const accessToken = async () => (await auth.getSession()).data.session?.access_token ?? supabaseKey;
  const rest = new PostgrestClient(`${supabaseUrl}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', supabaseKey);
      headers.set('Authorization', `Bearer ${await accessToken()}`);
      return fetch(input, { ...init, headers });
    },
  });
  const realtime = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken,
  });
  auth.onAuthStateChange((event) => {
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') void realtime.setAuth();
  });
  return {
    rpc: rest.rpc.bind(rest),
    channel: realtime.channel.bind(realtime),
    removeChannel: realtime.removeChannel.bind(realtime),
    realtime,
  };
}
