import { authRefusal } from '../auth/auth-refusal.ts';
import { type Answer, json } from './answers.ts';
import type { TooMuchUnderWay } from './under-way.ts';

/** A 429 response in the form that this path's clients know. It says after how many seconds to try again. */
export function tooManyUnderWay(path: string, { message, waitSeconds }: TooMuchUnderWay): Answer {
  const retryAfter = { 'retry-after': String(waitSeconds) };
  if (path.startsWith('/auth/v1/')) {
    return authRefusal(429, 'over_request_rate_limit', message, retryAfter);
  }
  if (path.startsWith('/functions/v1/')) return json(429, { error: 'rate_limited', message }, retryAfter);
  return json(429, { code: 'PT429', message, details: null, hint: null }, retryAfter);
}
