/**
 * Calls the backend's database functions and edge functions as supabase-js does, without the rest of that library. The
 * caller brings the access token.
 */
import * as v from 'valibot';
import type { BackendConfig } from '#domain/backend-config';
import type { CallClient } from './call-remote.ts';

/** Sends a request with an access token, and with another one after a refusal. Rejects without a response. */
type Authorize = (send: (token: string) => Promise<Response>) => Promise<Response>;

const Refused = v.object({
  code: v.optional(v.nullable(v.string()), ''),
  hint: v.optional(v.nullable(v.string()), null),
});

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
  const call = async (name: string, parameters: object, signal: AbortSignal, alive: () => void) => {
    const response = await post(`rest/v1/rpc/${name}`, parameters, signal).catch(() => null);
    if (!response) return { data: null, error: { code: '' }, status: 0 };
    const { ok, status } = response;
    const text = await textOf(response, alive).catch(() => null);
    if (ok && text === null) return { data: null, error: { code: 'cut' }, status: 0 };
    const data = fromJson(text);
    if (ok) return { data, error: null, status };
    const refused = v.safeParse(Refused, data);
    const code = (refused.success && refused.output.code) || '';
    const hint = refused.success ? refused.output.hint : null;
    return { data: null, error: { code, hint }, status, retryAfter: response.headers.get('retry-after') };
  };
  return {
    rpc: (name, parameters) => ({ abortSignal: (signal, alive = () => {}) => call(name, parameters, signal, alive) }),
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

/**
 * The whole body. Calls `alive` for each part that comes. Rejects when the connection ends before the body does. A copy
 * of the body is watched: the text itself must not wait, part by part, for the page's own work.
 */
function textOf(response: Response, alive: () => void): Promise<string> {
  alive();
  const parts = response.clone().body?.getReader();
  const watch = async () => {
    while (parts && !(await parts.read()).done) alive();
  };
  // The text rejects as well.
  watch().catch(() => {});
  return response.text();
}

/** Null for what is not JSON: a gateway's or a hotel's page. */
function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
