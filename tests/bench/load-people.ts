/** Makes many users at once, in the database, with access tokens. Signing each one up would measure bcrypt. */
import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { loadSecrets } from '../../supabase/embedded/secrets.ts';

export interface LoadPerson {
  id: string;
  email: string;
  /** The person's own account. */
  accountId: string;
  token: string;
}

export async function makePeople(sql: Sql, dataDir: string, count: number): Promise<LoadPerson[]> {
  const { jwtSecret } = await loadSecrets(dataDir);
  const rows = await sql<{ id: string; email: string; accountId: string }[]>`
    with people as (
      insert into auth.users (id, email, email_confirmed_at)
      select id, id || '@example.org', now()
      from (select gen_random_uuid() as id from generate_series(1, ${count})) made
      returning id, email)
    select id, email, gen_random_uuid() as "accountId" from people`;
  await sql`
    insert into public.accounts (account_id, account_name, owner_id)
    select account_id, 'Household', owner_id
    from unnest(${rows.map((row) => row.accountId)}::uuid[],
      ${rows.map((row) => row.id)}::uuid[]) as u (account_id, owner_id)`;
  return rows.map(({ id, email, accountId }) => ({ id, email, accountId, token: sign({ sub: id, email }, jwtSecret) }));
}

/** Gives the people the password of the one who has signed up with it. */
export async function givePassword(sql: Sql, people: LoadPerson[], of: string): Promise<void> {
  await sql`
    update auth.users set encrypted_password = (select encrypted_password from auth.users where email = ${of})
    where id = any (${people.map(({ id }) => id)}::uuid[])`;
}

/** Lets the others into the account of the first person. */
export async function shareAccount(
  sql: Sql,
  [owner, ...others]: LoadPerson[],
  role: 'member' | 'viewer',
): Promise<void> {
  await sql`
    insert into public.memberships (account_id, target, user_id, email, role)
    select ${owner?.accountId ?? null}, 'account', u.id, u.email, ${role} from auth.users u
    where u.id = any (${others.map(({ id }) => id)}::uuid[])`;
}

function sign(claims: { sub: string; email: string }, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const all = { ...claims, role: 'authenticated', aud: 'authenticated', exp };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
