/**
 * An access token is good for an hour. Its session may end before that: by a log-out, a new password or a copied
 * refresh token. From then on the token is refused, so that nobody goes on reading with it.
 */
import type { Sql } from 'postgres';
import { json } from '../http/answers.ts';
import type { Route } from '../http/route.ts';
import type { Secrets } from '../secrets.ts';
import { signedInCaller } from './signed-in-caller.ts';

/** An open session counts as open for this long. So a busy device costs one query in five seconds. */
const TRUSTED_MS = 5000;

/** Sessions remembered at once. The oldest are forgotten first. */
const MOST = 10_000;

/** Whether the session with this id is still open. */
export type IsOpenSession = (id: string) => Promise<boolean>;

export function createOpenSessions(sql: Sql, now: () => number = Date.now): IsOpenSession {
  const seen = new Map<string, number>();
  return async (id) => {
    if (now() - (seen.get(id) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return true;
    const found = await sql`select from auth.sessions where id = ${id}`;
    seen.delete(id);
    if (found.length === 0) return false;
    seen.set(id, now());
    const oldest = seen.keys().next();
    if (seen.size > MOST && !oldest.done) seen.delete(oldest.value);
    return true;
  };
}

/** Closes a route to tokens of ended sessions. The app takes them for expired tokens, and renews. */
export function withOpenSession(route: Route, secrets: Secrets, isOpen: IsOpenSession): Route {
  return async (request, url) => {
    const caller = signedInCaller(request, secrets);
    if (caller === null || (await isOpen(caller.sessionId))) return route(request, url);
    return json(401, { code: 'PGRST303', message: 'JWT expired', details: 'Its session has ended', hint: null });
  };
}
