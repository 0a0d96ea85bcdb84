/**
 * A new password needs the present one, or a sign-in of a moment ago. Somebody who finds a device open must not take
 * the account over. Then every other session ends, unless the user asks to keep them: people often change a password
 * because somebody else is in.
 */
import bcrypt from 'bcryptjs';
import type { Sql } from 'postgres';
import type { Answer } from '../http/answers.ts';
import { authRefusal } from './auth-refusal.ts';
import type { SignedInCaller } from './signed-in-caller.ts';

/** How long a sign-in replaces the present password. The link of a recovery mail is a sign-in too. */
const RECENT_MS = 10 * 60_000;

/** Null when the caller may set a new password; otherwise the refusal. A password that is given must be right. */
export async function refuseNewPassword(
  sql: Sql,
  { userId, sessionId }: SignedInCaller,
  presentPassword: string | undefined,
): Promise<Answer | null> {
  const [session] = await sql<{ created_at: Date; encrypted_password: string | null }[]>`
    select s.created_at, u.encrypted_password from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId}`;
  if (!session) return authRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  const isRecent = Date.now() - session.created_at.getTime() < RECENT_MS;
  if (presentPassword === undefined || !session.encrypted_password) {
    if (isRecent) return null;
    return authRefusal(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (await bcrypt.compare(presentPassword, session.encrypted_password)) return null;
  return authRefusal(400, 'invalid_credentials', 'The present password is another one');
}

/** The refresh tokens of these sessions go with them. */
export async function endOtherSessions(sql: Sql, { userId, sessionId }: SignedInCaller): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`;
}
