/**
 * Calls of the backend's database functions and edge functions, as supabase-js makes them, without what it brings along. Who
 * asks under which access token is the caller's affair.
 */
import * as v from 'valibot';
import type { BackendConfig } from '#domain/backend-config';
import type { CallClient } from './call-remote.ts';

/** Sends a request under an access token; under another one when that was refused. Rejects when nobody answered. */
type Authorize = (send: (token: string) => Promise<Response>) => Promise<Response>;

const Refused = v.object({ code: v.optional(v.nullable(v.string()), '') });

export function httpCalls({ supabaseUrl, supabaseKey }: BackendConfig, authorize: Authorize): CallClient {
  const post = (path: string, body: object, signal: AbortSignal) =>
    authorize((token) =>
      fetch(`${supabaseUrl}/${path}`, {
        method: 'POST',
        headers: { apikey: supabaseKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }),
    );
  const call = async (name: string, parameters: object, signal: AbortSignal) => {
    const response = await post(`rest/v1/rpc/${name}`, parameters, signal).catch(() => null);
    if (!response) return { data: null, error: { code: '' }, status: 0 };
    const { ok, status } = response;
    const data: unknown = await response.json().catch(() => null);
    if (ok) return { data, error: null, status };
    const refused = v.safeParse(Refused, data);
    const code = (refused.success && refused.output.code) || '';
    return { data: null, error: { code }, status, retryAfter: response.headers.get('retry-after') };
  };
  return {
    rpc: (name, parameters) => ({ abortSignal: (signal) => call(name, parameters, signal) }),
    functions: {
      invoke: async (name, { body, signal }) => {
        const response = await post(`functions/v1/${name}`, body, signal).catch(() => null);
        if (!response) return { data: null };
        const data: unknown = response.ok ? await response.json().catch(() => null) : null;
        return { data, response };
      },
    },
  };
}
