import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Pages of the app's own origin need no CORS. Other origins are named one by one. */
export type Cors = (request: IncomingMessage) => OutgoingHttpHeaders;

const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS',
  'access-control-max-age': '86400',
};

/**
 * Adds headers to responses for the origins in `allowed` (`https://app.example.org`). Others get none, so browsers
 * refuse.
 */
export function createCors(allowed: string[]): Cors {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.includes(origin)) return { vary: 'origin' };
    const headers = {
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'content-range, content-location, preference-applied, retry-after, x-sb-error-code',
    };
    if (request.method !== 'OPTIONS') return headers;
    const asked = request.headers['access-control-request-headers'];
    return { ...headers, ...preflight, ...(asked ? { 'access-control-allow-headers': asked } : {}) };
  };
}
