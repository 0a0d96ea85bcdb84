/**
 * A session belongs to the secrets that signed it. The signature check refuses access tokens of other secrets. Refresh
 * tokens are rows, so they must be deleted when the secrets change.
 */
import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Secrets } from '../secrets.ts';

/**
 * Ends every session when the install's secrets differ from those of the last start; returns whether they did. Data
 * without a note of the last start (v0.1.0) adopts the present secrets.
 */
export async function endSessionsOfOtherSecrets(sql: Sql, { jwtSecret }: Secrets): Promise<boolean> {
  const mark = createHmac('sha256', jwtSecret).update('carryover sessions').digest('hex');
  return sql.begin(async (transaction) => {
    const [last] = await transaction<{ mark: string }[]>`select mark from auth.secrets_mark for update`;
    if (last?.mark === mark) return false;
    await transaction`
      insert into auth.secrets_mark (mark) values (${mark}) on conflict (one) do update set mark = excluded.mark`;
    if (!last) return false;
    await transaction`delete from auth.sessions`;
    await transaction`delete from auth.refresh_tokens`;
    await transaction`delete from auth.flow_state`;
    return true;
  });
}
