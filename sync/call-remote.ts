/**
 * Requests to the server, hosted or embedded, and its responses. The client adds the session; this file sees no token.
 */
import * as v from 'valibot';
import type { Verdict } from '#domain/mutations/verdicts';
import { invitationVerdict } from './invitation-response.ts';
import { Heads, PROTOCOL_VERSION, PullAnswer, PushAnswer } from './protocol.ts';
import { type PullResponse, type PushResponse, readPull, readPush } from './read-answer.ts';
import { type Remote, RemoteFailure, type RemoteReason } from './remote.ts';
import { Sums } from './sums.ts';
import { TimeLimit } from './time-limit.ts';

/**
 * The part of a client that this file uses; supabase-js's own client fits. A database call without a response has the
 * status 0, and a function call without one has no `response`. The body of a response that is not ok is unread.
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
    abortSignal(
      signal: AbortSignal,
      /** Called for each part of the response that comes. supabase-js's own client does not call it. */
      alive?: () => void,
    ): PromiseLike<{
      data: unknown;
      error: { code: string; hint?: string | null } | null;
      status: number;
      /** The header of a refusal. supabase-js's own client does not pass it on. */
      retryAfter?: string | null;
    }>;
  };
}

/**
 * Milliseconds after which a missing response counts as none (S22d). A page of history may take long on a slow line,
 * and another request brings it no sooner. So the limit of a pull counts the time in which nothing comes (S60e).
 */
const LIMITS_MS = {
  push: 30_000,
  pull: 60_000,
  wholePull: 15 * 60_000,
  heads: 15_000,
  sums: 60_000,
  invite: 30_000,
};

/** A remote without its hints. */
export function callRemote(client: CallClient, limits: typeof LIMITS_MS = LIMITS_MS): Omit<Remote, 'subscribe'> {
  async function call<T>(
    name: string,
    parameters: object,
    schema: v.GenericSchema<unknown, T>,
    limit: TimeLimit,
    /** Reads what can be read of a response that does not fit the schema. */
    readPart?: (data: unknown) => T,
  ): Promise<T> {
    const late = limit.signal;
    // The client looks at the signal only once it has a token, and getting the token may hang as well.
    const { data, error, status, retryAfter } = await Promise.race([
      client.rpc(name, parameters).abortSignal(late, limit.alive),
      whenAborted(late),
    ]).finally(() => limit.end());
    if (late.aborted && status === 0) throw outOfTime(error);
    if (error) {
      const why = { cause: error, waitMs: waitOf(retryAfter) };
      throw new RemoteFailure(reasonOf(status, error.code, error.hint), error.code || String(status), why);
    }
    const parsed = v.safeParse(schema, data);
    if (parsed.success) return parsed.output;
    try {
      if (readPart) return readPart(data);
    } catch (failure) {
      if (failure instanceof RemoteFailure) throw failure;
      // Nothing of it can be read. What is wrong stands in the issues of the whole.
    }
    throw new RemoteFailure('malformed', null, { cause: new v.ValiError(parsed.issues) });
  }

  async function invite(mutationId: string, body: Record<string, unknown>): Promise<Verdict> {
    const late = AbortSignal.timeout(limits.invite);
    const called = client.functions.invoke('send-invitation', { body, signal: late });
    const { data, response } = await Promise.race([called, whenAborted(late)]);
    if (!response) throw late.aborted ? outOfTime(null) : new RemoteFailure('offline', '0');
    const received: unknown = response.ok ? data : await response.json().catch(() => null);
    const waitMs = waitOf(response.headers.get('retry-after'));
    const verdict = invitationVerdict(mutationId, response.status, received, waitMs);
    if (!verdict) throw new RemoteFailure(reasonOf(response.status, ''), String(response.status), { waitMs });
    return verdict;
  }

  return {
    sendInvitation: (userId, mutationId, draft) => invite(mutationId, { ...draft, user: userId }),
    resendInvitation: (userId, mutationId, id) => invite(mutationId, { resend: true, id, user: userId }),
    push: (userId, mutations) =>
      call<PushResponse>(
        'sync_push',
        { p_user: userId, p_schema: PROTOCOL_VERSION, p_mutations: mutations },
        PushAnswer,
        new TimeLimit(limits.push),
        readPush,
      ),
    pull: (userId, cursors, limit) =>
      call<PullResponse>(
        'sync_pull',
        { p_user: userId, p_cursors: cursors, p_limit: limit },
        PullAnswer,
        new TimeLimit(limits.pull, limits.wholePull),
        readPull,
      ),
    heads: () => call('sync_heads', {}, Heads, new TimeLimit(limits.heads)),
    sums: () => call('sync_sums', {}, Sums, new TimeLimit(limits.sums)),
  };
}

/** Milliseconds of a `Retry-After` in seconds. A date is not read, because it goes by the server's clock. */
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
  '40001': 'retryable', // serialization failure
  '40P01': 'retryable', // deadlock
  '55P03': 'retryable', // lock not available
  '57014': 'retryable', // statement timeout
};
/** SQLSTATE classes of a server that lacks something or goes down: connection, resources, operator, system. */
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

/** The SQLSTATE decides first, then the HTTP status. A message is never read. */
export function reasonOf(status: number, code: string, hint: string | null = null): RemoteReason {
  if (code === 'PT426') return reasonOfProtocols(hint);
  const named = REASON_OF_CODE[code];
  if (named) return named;
  if (/^[0-9A-Z]{5}$/.test(code) && RETRYABLE_CLASSES.has(code.slice(0, 2))) return 'retryable';
  return REASON_OF_STATUS[status] ?? 'server';
}

const Protocols = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

/**
 * A server that refuses this app's protocol lists in the hint those that it speaks, as JSON. The server of v0.1.0 gave
 * no list, and is older than every app that reads this.
 */
function reasonOfProtocols(hint: string | null): RemoteReason {
  const spoken = v.safeParse(Protocols, hint);
  const isNewer = spoken.success && spoken.output.some((protocol) => protocol > PROTOCOL_VERSION);
  return isNewer ? 'upgrade_required' : 'server_outdated';
}
