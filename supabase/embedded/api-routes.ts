import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { type Answer, json, readBody } from './answers.ts';
import type { ApiLibrary } from './api-library.ts';
import { InvalidApiKey, identifyCaller } from './caller.ts';
import type { CallerAddress } from './caller-address.ts';
import type { FunctionHandler } from './functions.ts';
import { type Claims, InvalidJwt } from './jwt.ts';
import { answerAsNew, isKnownAddress } from './known-address.ts';
import { answerDatabaseError, isDatabaseError } from './postgrest-error.ts';
import { type AuthLimits, authLimitOf, type RateLimiter } from './rate-limit.ts';
import type { CallRemote } from './remote-calls.ts';
import type { Secrets } from './secrets.ts';

/** Most bytes that a request may carry: a push of 500 mutations, and anything that signing in needs. */
const limits = { rest: 16 * 1024 * 1024, auth: 64 * 1024, functions: 1024 * 1024 };

export type ApiRoutesOptions = {
  library: ApiLibrary;
  callRemote: CallRemote;
  functions: Map<string, FunctionHandler>;
  secrets: Secrets;
  authLimits: AuthLimits;
  limiter: RateLimiter;
  callerAddress: CallerAddress;
};

export type Route = (request: IncomingMessage, url: URL) => Promise<Answer>;

/** /rest/v1, /auth/v1 and /functions/v1. */
export function createApiRoutes(options: ApiRoutesOptions): { rest: Route; auth: Route; functions: Route } {
  return {
    rest: (request, url) => answerRest(options, request, url),
    auth: (request, url) => answerAuth(options, request, url),
    functions: (request, url) => answerFunction(options, request, url),
  };
}

async function answerRest(options: ApiRoutesOptions, request: IncomingMessage, url: URL): Promise<Answer> {
  const body = await readBody(request, limits.rest);
  const name = /^\/rest\/v1\/rpc\/([A-Za-z_][A-Za-z0-9_]*)$/.exec(url.pathname)?.[1];
  if (name !== undefined && isPlainCall(request, url)) {
    const caller = checkCaller(options, request);
    if (!caller.ok) return caller.refusal;
    try {
      const result = await options.callRemote(name, body.toString('utf8'), caller.claims);
      if (result !== null) return jsonText(result);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      const { status, body: problem } = answerDatabaseError(error, caller.claims.role);
      return json(status, problem);
    }
  }
  return passOn(options, request, url, body);
}

/** A remote call without the extras (filters, single-object or CSV answers) that the library knows. */
function isPlainCall(request: IncomingMessage, url: URL): boolean {
  const { accept = '*/*', 'content-type': type = '', prefer } = request.headers;
  const json = accept.includes('*/*') || accept.includes('application/json');
  const keys = [...url.searchParams.keys()].filter((key) => key !== 'apikey');
  return request.method === 'POST' && keys.length === 0 && json && type.includes('application/json') && !prefer;
}

function jsonText(text: string): Answer {
  if (text === '') return { status: 204, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
}

const WithEmail = v.object({ email: v.pipe(v.string(), v.trim(), v.toLowerCase()) });

async function answerAuth(options: ApiRoutesOptions, request: IncomingMessage, url: URL): Promise<Answer> {
  const body = await readBody(request, limits.auth);
  const name = authLimitOf(request.method ?? 'GET', url.pathname, url.search);
  if (name !== null) {
    const wait = countTry(options, name, request, body);
    if (wait > 0) return tooMany(wait);
  }
  const answer = await passOn(options, request, url, body);
  if (name === 'refresh' && answer.status === 500) {
    return toldOfEnd(answer, await passOn(options, request, url, body));
  }
  if (name !== 'signUp' || !isKnownAddress(answer)) return answer;
  if (countTry(options, 'mail', request, body) === 0) {
    await passOn(options, request, new URL('/auth/v1/recover', url), body);
  }
  return answerAsNew(parseJson(body)) ?? answer;
}

/**
 * The library renews a session in several steps, and fails when a log-out takes the session away between two of them. Asked
 * again it says so itself, as the hosted service does; a failure of another kind stays one.
 */
function toldOfEnd(failed: Answer, again: Answer): Answer {
  return again.headers['x-sb-error-code'] === 'refresh_token_not_found' ? again : failed;
}

/** Seconds to wait. An address that has to wait does not use up the tries of the e-mail it names. */
function countTry(options: ApiRoutesOptions, name: keyof AuthLimits, request: IncomingMessage, body: Buffer): number {
  const { limiter, authLimits, callerAddress } = options;
  const wait = limiter.take(name, callerAddress(request) ?? '', authLimits[name]);
  const named = v.safeParse(WithEmail, parseJson(body));
  if (wait > 0 || !named.success) return wait;
  return limiter.take(`${name} to`, named.output.email, authLimits[name]);
}

/** GoTrue's own form of this answer, which supabase-js turns into an AuthApiError with status and code. */
function tooMany(seconds: number): Answer {
  const problem = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' };
  return json(429, problem, { 'retry-after': String(seconds), 'x-sb-error-code': problem.error_code });
}

async function answerFunction(options: ApiRoutesOptions, request: IncomingMessage, url: URL): Promise<Answer> {
  const name = url.pathname.slice('/functions/v1/'.length).split('/')[0] ?? '';
  const handler = options.functions.get(name);
  if (!handler) return json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
  const body = await readBody(request, limits.functions);
  if (request.method !== 'OPTIONS') {
    // As hosted with `verify_jwt`: a known key or a valid access token; who it is, the function finds out itself.
    const caller = checkCaller(options, request);
    if (!caller.ok) return caller.refusal;
    const wait = options.limiter.take('functions', options.callerAddress(request) ?? '', options.authLimits.functions);
    if (wait > 0) {
      const problem = { error: 'rate_limited', message: 'Too many requests. Please wait before you try again.' };
      return json(429, problem, { 'retry-after': String(wait) });
    }
  }
  return fromWeb(await handler(toWeb(request, url, body)));
}

type Checked = { ok: true; claims: Claims } | { ok: false; refusal: Answer };

function checkCaller({ secrets }: ApiRoutesOptions, request: IncomingMessage): Checked {
  try {
    return { ok: true, claims: identifyCaller(header(request, 'apikey'), header(request, 'authorization'), secrets) };
  } catch (error) {
    if (error instanceof InvalidApiKey) return { ok: false, refusal: unauthorized('PGRST301', error.message) };
    if (!(error instanceof InvalidJwt)) throw error;
    const refusal =
      error.reason === 'expired' ? unauthorized('PGRST303', 'JWT expired') : unauthorized('PGRST301', error.message);
    return { ok: false, refusal };
  }
}

function unauthorized(code: string, message: string): Answer {
  return json(401, { code, message, details: null, hint: null });
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

async function passOn(options: ApiRoutesOptions, request: IncomingMessage, url: URL, body: Buffer): Promise<Answer> {
  return fromWeb(await options.library(toWeb(request, url, body), options.callerAddress(request)));
}

function toWeb(request: IncomingMessage, url: URL, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = request.method ?? 'GET';
  const carries = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(carries ? { body: new Uint8Array(body) } : {}) });
}

/** CORS is the front server's business, so what the library says about it is left out. */
async function fromWeb(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!name.startsWith('access-control-') && name !== 'content-length' && name !== 'vary') headers[name] = value;
  });
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
