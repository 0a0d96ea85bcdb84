/** Questions to the server, hosted or embedded, and its answers. The client brings the session; this file never sees a token. */
import * as v from 'valibot';
import type { Verdict } from '#domain/verdicts';
import { Heads, PROTOCOL_VERSION, PullAnswer, PushAnswer } from './protocol.ts';
import { type Remote, RemoteFailure, type RemoteReason } from './remote.ts';

/**
 * What is used of a client; supabase-js's own fits. A call that got no answer has the status 0, a function that gave none has
 * no `response`; the body of a response that is not ok is unread.
 */
export interface CallClient {
  functions: {
    invoke(
      name: string,
      options: { body: Record<string, unknown>; signal: AbortSignal },
    ): PromiseLike<{ data: unknown; response?: Response }>;
  };
  rpc(
    name: string,
    parameters: object,
  ): {
    abortSignal(signal: AbortSignal): PromiseLike<{
      data: unknown;
      error: { code: string } | null;
      status: number;
      /** The header of a refusal; supabase-js's own client keeps it to itself. */
      retryAfter?: string | null;
    }>;
  };
}

/**
 * No answer for so many milliseconds counts as none. A page of history may be long on a slow line, and asking again brings it
 * no sooner.
 */
const LIMITS_MS = { push: 30_000, pull: 60_000, heads: 15_000, sums: 60_000, invite: 30_000 };

/** All of a remote but its hints. */
export function callRemote(client: CallClient, limits: typeof LIMITS_MS = LIMITS_MS): Omit<Remote, 'subscribe'> {
  async function call<T>(
    name: string,
    parameters: object,
    schema: v.GenericSchema<unknown, T>,
    limit: number,
  ): Promise<T> {
    const late = AbortSignal.timeout(limit);
    // The client looks at the signal only when it has a token, and that may hang as well.
    const { data, error, status, retryAfter } = await Promise.race([
      client.rpc(name, parameters).abortSignal(late),
      whenAborted(late),
    ]);
    if (late.aborted && status === 0) throw outOfTime(error);
    if (error) {
      const why = { cause: error, waitMs: waitOf(retryAfter) };
      throw new RemoteFailure(reasonOf(status, error.code), error.code || String(status), why);
    }
    const parsed = v.safeParse(schema, data);
    if (!parsed.success) throw new RemoteFailure('malformed', null, { cause: new v.ValiError(parsed.issues) });
    return parsed.output;
  }

  async function invite(mutationId: string, body: Record<string, unknown>): Promise<Verdict> {
    const late = AbortSignal.timeout(limits.invite);
    const called = client.functions.invoke('send-invitation', { body, signal: late });
    const { data, response } = await Promise.race([called, whenAborted(late)]);
    if (!response) throw late.aborted ? outOfTime(null) : new RemoteFailure('offline', '0');
    const answer: unknown = response.ok ? data : await response.json().catch(() => null);
    // The first visit does without, as without sums.
    const { invitationVerdict } = await import('./invitation-answer.ts');
    const waitMs = waitOf(response.headers.get('retry-after'));
    const verdict = invitationVerdict(mutationId, response.status, answer, waitMs);
    if (!verdict) throw new RemoteFailure(reasonOf(response.status, ''), String(response.status), { waitMs });
    return verdict;
  }

  return {
    sendInvitation: (userId, mutationId, draft) => invite(mutationId, { ...draft, user: userId }),
    resendInvitation: (userId, mutationId, id) => invite(mutationId, { resend: true, id, user: userId }),
    push: (userId, mutations) =>
      call(
        'sync_push',
        { p_user: userId, p_schema: PROTOCOL_VERSION, p_mutations: mutations },
        PushAnswer,
        limits.push,
      ),
    pull: (userId, cursors, limit) =>
      call('sync_pull', { p_user: userId, p_cursors: cursors, p_limit: limit }, PullAnswer, limits.pull),
    heads: () => call('sync_heads', {}, Heads, limits.heads),
    sums: async () => call('sync_sums', {}, (await import('./sums.ts')).Sums, limits.sums),
  };
}

/** Of `Retry-After` in seconds; as a date it is not read, for that goes by the server's clock. */
function waitOf(retryAfter: string | null | undefined): number {
  const seconds = Number(retryAfter);
  return seconds > 0 ? seconds * 1000 : 0;
}

function outOfTime(cause: unknown): RemoteFailure {
  return new RemoteFailure('offline', 'timeout', { cause });
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(outOfTime(signal.reason)), { once: true });
  });
}

const REASON_OF_CODE: Record<string, RemoteReason> = {
  PT401: 'unauthorized',
  PT403: 'forbidden_user',
  PT426: 'upgrade_required',
  '40001': 'retryable', // serialization failure
  '40P01': 'retryable', // deadlock
  '55P03': 'retryable', // lock not available
  '57014': 'retryable', // statement timeout
};
/** SQLSTATE classes of a server that is short of something or going down: connection, resources, operator, system. */
const RETRYABLE_CLASSES = new Set(['08', '53', '57', '58']);
const REASON_OF_STATUS: Record<number, RemoteReason> = {
  0: 'offline',
  401: 'unauthorized',
  426: 'upgrade_required',
  408: 'retryable',
  429: 'retryable',
  502: 'retryable',
  503: 'retryable',
  504: 'retryable',
};

/** By SQLSTATE first, then by HTTP status; a message is never read. */
export function reasonOf(status: number, code: string): RemoteReason {
  const named = REASON_OF_CODE[code];
  if (named) return named;
  if (/^[0-9A-Z]{5}$/.test(code) && RETRYABLE_CLASSES.has(code.slice(0, 2))) return 'retryable';
  return REASON_OF_STATUS[status] ?? 'server';
}
