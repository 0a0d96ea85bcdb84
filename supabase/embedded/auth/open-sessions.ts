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

/** What is known of a session that was open: when it was looked up, and as what it was noted last, and when. */
type Known = { at: number; userAgent: string | null; notedAt: number };

const UNKNOWN: Known = { at: Number.NEGATIVE_INFINITY, userAgent: null, notedAt: Number.NEGATIVE_INFINITY };

export function createOpenSessions(sql: Sql, now: () => number = Date.now): IsOpenSession {
  const seen = new Map<string, Known>();
  return async (id, userAgent) => {
    const known = seen.get(id) ?? UNKNOWN;
    const use = useToNote(known, userAgent, now());
    if (use === null && now() - known.at < TRUSTED_MS) return true;
    seen.delete(id);
    if (!(await findSession(sql, id, use))) return false;
    seen.set(id, use === null ? { ...known, at: now() } : { at: now(), userAgent: use, notedAt: now() });
    const oldest = seen.keys().next();
    if (seen.size > MOST && !oldest.done) seen.delete(oldest.value);
    return true;
  };
}

/** The browser to note; null when that is not due. Realtime looks sessions up without a browser: that is no use. */
function useToNote(known: Known, userAgent: string | undefined, time: number): string | null {
  if (userAgent === undefined) return null;
  const name = userAgent.slice(0, LONGEST_NAME);
  return name === known.userAgent && time - known.notedAt < NOTED_MS ? null : name;
}

/** Whether the session is there. With `use`, it is used now, by that browser. */
async function findSession(sql: Sql, id: string, use: string | null): Promise<boolean> {
  const found =
    use === null
      ? await sql`select from auth.sessions where id = ${id}`
      : await sql`update auth.sessions set updated_at = now(), user_agent = ${use} where id = ${id} returning 1`;
  return found.length > 0;
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
