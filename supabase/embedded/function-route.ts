import type { IncomingMessage } from 'node:http';
import type { FunctionHandler } from './functions.ts';
import { type Answer, json } from './http/answers.ts';
import { type CallerAddress, networksOf } from './http/caller-address.ts';
import { checkCaller } from './http/check-caller.ts';
import { limits } from './http/limits.ts';
import { takeTry } from './http/network-tries.ts';
import type { AuthLimits } from './http/rate-limit.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import { readBody } from './http/read-body.ts';
import type { Route } from './http/route.ts';
import { visitOf } from './http/under-way.ts';
import { fromWeb, toWeb } from './http/web-exchange.ts';
import type { Secrets } from './secrets.ts';

export type FunctionRouteOptions = {
  functions: Map<string, FunctionHandler>;
  secrets: Secrets;
  authLimits: AuthLimits;
  limiter: RateLimiter;
  callerAddress: CallerAddress;
};

/** /functions/v1: edge functions. */
export function createFunctionRoute(options: FunctionRouteOptions): Route {
  return (request, url) => answerFunction(options, request, url);
}

async function answerFunction(options: FunctionRouteOptions, request: IncomingMessage, url: URL): Promise<Answer> {
  const name = url.pathname.slice('/functions/v1/'.length).split('/')[0] ?? '';
  const handler = options.functions.get(name);
  if (!handler) return json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
  if (request.method !== 'OPTIONS') {
    // As hosted with `verify_jwt`: a known key or a valid access token. The function itself finds out who calls.
    const caller = checkCaller(options.secrets, request);
    if (!caller.ok) return caller.refusal;
    if (caller.claims.sub !== undefined) visitOf(request)?.belongTo(caller.claims.sub);
    const networks = networksOf(options.callerAddress(request));
    const wait = await takeTry(options.limiter, networks, { name: 'functions', limit: options.authLimits.functions });
    if (wait > 0) {
      const problem = { error: 'rate_limited', message: 'Too many requests. Please wait before you try again.' };
      return json(429, problem, { 'retry-after': String(wait) });
    }
  }
  const body = await readBody(request, limits.smallBytes.most);
  return fromWeb(await handler(toWeb(request, url, body)));
}
