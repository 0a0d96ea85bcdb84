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

/** How exactly the last use of a session is noted. A busy device writes once in this time. */
const NOTED_MS = 10 * 60_000;

/** Characters of a browser's name that are kept. Those of real browsers have at most some 300. */
const LONGEST_NAME = 500;

/**
 * Whether the session with this id is still open. With `userAgent`, the browser's name of itself, the session counts as
 * used now: both are noted for the list of sessions.
 */
export type IsOpenSession = (id: string, userAgent?: string) => Promise<boolean>;

export function createOpenSessions(sql: Sql, now: () => number = Date.now): IsOpenSession {
  const seen = new Map<string, number>();
  return async (id, userAgent) => {
    if (now() - (seen.get(id) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return true;
    const [session] = await sql<Used[]>`
      select updated_at as "usedAt", user_agent as "userAgent" from auth.sessions where id = ${id}`;
    seen.delete(id);
    if (!session) return false;
    if (userAgent !== undefined) await noteUse(sql, id, session, userAgent.slice(0, LONGEST_NAME));
    seen.set(id, now());
    const oldest = seen.keys().next();
    if (seen.size > MOST && !oldest.done) seen.delete(oldest.value);
    return true;
  };
}

type Used = { usedAt: Date; userAgent: string | null };

async function noteUse(sql: Sql, id: string, before: Used, userAgent: string): Promise<void> {
  if (before.userAgent === userAgent && Date.now() - before.usedAt.getTime() < NOTED_MS) return;
  await sql`update auth.sessions set updated_at = now(), user_agent = ${userAgent} where id = ${id}`;
}

/** Closes a route to tokens of ended sessions. The app takes them for expired tokens, and renews. */
export function withOpenSession(route: Route, secrets: Secrets, isOpen: IsOpenSession): Route {
  return async (request, url) => {
    const caller = signedInCaller(request, secrets);
    const userAgent = request.headers['user-agent'] ?? '';
    if (caller === null || (await isOpen(caller.sessionId, userAgent))) return route(request, url);
    return json(401, { code: 'PGRST303', message: 'JWT expired', details: 'Its session has ended', hint: null });
  };
}
