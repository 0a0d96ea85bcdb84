/**
 * What an operator may do with people, for the secret key alone: list them, and delete one. The library has no such
 * endpoints. The paths are those of a hosted project, and the answers have a part of its fields.
 */
import type { IncomingMessage } from 'node:http';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { type Answer, json } from '../http/answers.ts';
import { checkCaller } from '../http/check-caller.ts';
import type { Secrets } from '../secrets.ts';
import type { AuthBody } from './auth-body.ts';
import { authRefusal } from './auth-refusal.ts';

const USERS = '/auth/v1/admin/users';
const ONE_USER = /^\/auth\/v1\/admin\/users\/([^/]+)$/;

const whole = (usual: number, most: number) =>
  v.fallback(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(most)), usual);
const Page = v.object({ page: whole(1, 1_000_000), per_page: whole(50, 1000) });
const Id = v.pipe(v.string(), v.uuid());

interface Asked {
  request: IncomingMessage;
  url: URL;
  body: AuthBody;
}

export function isAdmin(path: string): boolean {
  return path.startsWith('/auth/v1/admin/');
}

export async function answerAdmin({ sql, secrets }: { sql: Sql; secrets: Secrets }, asked: Asked): Promise<Answer> {
  const { request, url, body } = asked;
  const caller = checkCaller(secrets, request);
  if (!caller.ok) return caller.refusal;
  if (caller.claims.role !== 'service_role') return authRefusal(403, 'not_admin', 'User not allowed');
  if (url.pathname === USERS && request.method === 'GET') return listUsers(sql, url.searchParams);
  const id = v.safeParse(Id, ONE_USER.exec(url.pathname)?.[1]);
  if (id.success && request.method === 'GET') return oneUser(sql, id.output);
  if (id.success && request.method === 'DELETE') return deleteUser(sql, id.output, body);
  return authRefusal(404, 'not_found', 'This server lists users and deletes them');
}

const unknown = () => authRefusal(404, 'user_not_found', 'User not found');

/** As on a hosted project, the triggers delete what the user had. Accounts that others use go, too. */
async function deleteUser(sql: Sql, id: string, { fields }: AuthBody): Promise<Answer> {
  // It would leave everything that the user entered.
  if (fields.should_soft_delete === true) {
    return authRefusal(400, 'validation_failed', 'A soft deletion is not offered');
  }
  const deleted = await sql`delete from auth.users where id = ${id} returning id`;
  return deleted.length > 0 ? json(200, {}) : unknown();
}

async function oneUser(sql: Sql, id: string): Promise<Answer> {
  const [user] = await sql`select ${columns(sql)} from auth.users where id = ${id}`;
  return user ? json(200, user) : unknown();
}

const columns = (sql: Sql) => sql`id, email, created_at, email_confirmed_at, last_sign_in_at`;

async function listUsers(sql: Sql, parameters: URLSearchParams): Promise<Answer> {
  const { page, per_page: size } = v.parse(Page, {
    page: parameters.get('page') ?? '',
    per_page: parameters.get('per_page') ?? '',
  });
  const users = await sql`
    select ${columns(sql)} from auth.users
    order by created_at, id limit ${size} offset ${(page - 1) * size}`;
  const [{ total } = { total: 0 }] = await sql<{ total: number }[]>`select count(*)::int as total from auth.users`;
  return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) });
}
