/**
 * Each renewal of a session takes a refresh token and returns its successor. A device that lost the response repeats
 * the old token and gets another successor, so one token may have several. Only one of them stays good: the first that
 * comes back voids its siblings and its predecessor. A voided token that comes later was copied. Nobody can tell who
 * copied it, so the session ends for both.
 *
 * The library renews in steps that other requests can come between. It gives the same successor to everybody who
 * repeats a token, so a thief could follow the owner for ever. Therefore it only ever gets a token made for that one
 * call.
 */
import type { Sql, TransactionSql } from 'postgres';
import * as v from 'valibot';
import type { Answer } from '../http/answers.ts';
import type { AuthBody } from './auth-body.ts';
import { authRefusal } from './auth-refusal.ts';

const Renewal = v.object({ refresh_token: v.string() });

/** What happens to a token that was presented. The library refuses `unknown` ones in its own words. */
type Presented = { outcome: 'unknown' } | { outcome: 'copied' } | { outcome: 'good'; standIn: string };

/** Renews a session with the token in `body`. `renew` asks the library with the body that it gets. */
export async function renewSession(
  sql: Sql,
  { fields, bytes }: AuthBody,
  renew: (bytes: Buffer) => Promise<Answer>,
): Promise<Answer> {
  const given = v.safeParse(Renewal, fields);
  if (!given.success) return renew(bytes);
  const token = given.output.refresh_token;
  const presented = await present(sql, token);
  if (presented.outcome === 'unknown') return renew(bytes);
  if (presented.outcome === 'copied') {
    return authRefusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  const answer = await renew(Buffer.from(JSON.stringify({ refresh_token: presented.standIn })));
  await sql`
    with gone as (delete from auth.refresh_tokens where token = ${presented.standIn})
    update auth.refresh_tokens set parent = ${token} where parent = ${presented.standIn}`;
  return answer;
}

/** In the table, `revoked` marks a token that was presented before. `parent` is the token that it succeeds. */
function present(sql: Sql, token: string): Promise<Presented> {
  return sql.begin(async (transaction): Promise<Presented> => {
    const [session] = await transaction<{ id: string; user_id: string; ours: boolean }[]>`
      select s.id, s.user_id, s.refresh_token_counter is not null as ours
      from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
      where t.token = ${token} for update of s`;
    if (!session) return { outcome: 'unknown' };
    if (!session.ours) await adopt(transaction, session.id);
    if (await wasOutrun(transaction, session.id, token)) {
      await transaction`delete from auth.sessions where id = ${session.id}`;
      return { outcome: 'copied' };
    }
    const standIn = crypto.randomUUID();
    await transaction`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`;
    await transaction`
      update auth.sessions set refresh_token_counter = coalesce(refresh_token_counter, 0) + 1 where id = ${session.id}`;
    await transaction`
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
      values (${standIn}, ${standIn}, ${session.user_id}, ${session.id}, false)`;
    return { outcome: 'good', standIn };
  });
}

/**
 * Adopts a session that these rules never renewed. It is new and has one token, or v0.1.0 made it, which accepted any
 * token of a session. All its tokens become siblings. So the token that its device holds is good, and the others are
 * good until then.
 */
async function adopt(sql: TransactionSql, session: string): Promise<void> {
  await sql`update auth.refresh_tokens set revoked = false, parent = ${session} where session_id = ${session}`;
}

/** Whether a successor or a sibling of the token has come back. */
async function wasOutrun(sql: TransactionSql, session: string, token: string): Promise<boolean> {
  const [found] = await sql`
    select from auth.refresh_tokens t join auth.refresh_tokens other on other.session_id = t.session_id
    where t.token = ${token} and t.session_id = ${session} and other.revoked
      and (other.parent = t.token or (other.parent = t.parent and other.token <> t.token)) limit 1`;
  return found !== undefined;
}
