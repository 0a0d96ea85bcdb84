import type { Sql } from 'postgres';

/** Days that a spent token is remembered. Until then, somebody who presents a copy of it ends the session. */
const REMEMBERED_DAYS = 30;

/**
 * Deletes the refresh tokens that no device can need (refresh-rotation.ts says which were outrun), and sign-ins with a
 * provider that were never finished. Each device spends a token an hour. A deleted token is refused as an unknown one.
 * Returns how many tokens were deleted.
 */
export async function dropSpentTokens(sql: Sql): Promise<number> {
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
  const { count } = await sql`
    delete from auth.refresh_tokens t
    where t.updated_at < now() - make_interval(days => ${REMEMBERED_DAYS}) and exists (
      select from auth.refresh_tokens other
      where other.session_id = t.session_id and other.revoked
        and (other.parent = t.token or (other.parent = t.parent and other.token <> t.token)))`;
  return count;
}
