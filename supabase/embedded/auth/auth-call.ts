/** One request to the auth service, and what its handlers need. */
import type { IncomingMessage } from 'node:http';
import type { Sql } from 'postgres';
import type { Answer } from '../http/answers.ts';
import type { CallerAddress, Networks } from '../http/caller-address.ts';
import type { AuthLimits } from '../http/rate-limit.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Log } from '../log.ts';
import type { ApiLibrary } from '../rest/api-library.ts';
import type { Secrets } from '../secrets.ts';
import type { AuthBody } from './auth-body.ts';
import { authRefusal } from './auth-refusal.ts';
import type { BehindTheAnswer } from './behind-the-answer.ts';
import type { PasswordPlaces } from './password-places.ts';
import type { PasswordTries } from './password-tries.ts';
import type { SessionGuards } from './session-guards.ts';

export type AuthRouteOptions = {
  library: ApiLibrary;
  /** A superuser's connection: nobody else may ask who has an account. */
  sql: Sql;
  secrets: Secrets;
  sessionGuards: SessionGuards;
  authLimits: AuthLimits;
  limiter: RateLimiter;
  behind: BehindTheAnswer;
  callerAddress: CallerAddress;
  log: Log;
};

export type Context = AuthRouteOptions & { tries: PasswordTries; places: PasswordPlaces };

/** One request, in the form that its handlers take. */
export type Call = {
  request: IncomingMessage;
  url: URL;
  networks: Networks;
  body: AuthBody;
  /** Asks the library at this request's path or at another; returns its own response. */
  ask(path?: string): Promise<Answer>;
};

/** Seconds until a place to hash a password is surely free again. */
const placeSeconds = 2;

/** The refusal of a request that hashes a password, when too many others wait already. It says nothing of anybody. */
export function tooManyAtOnce(): Answer {
  const message = 'The server has much to do at the moment. Try again in a few seconds.';
  return authRefusal(429, 'over_request_rate_limit', message, { 'retry-after': String(placeSeconds) });
}

/** The refusal of a request over its limit. */
export function tooMany(seconds: number): Answer {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const message = `Too many attempts from this network. Try again ${wait}.`;
  return authRefusal(429, 'over_request_rate_limit', message, { 'retry-after': String(seconds) });
}
