/**
 * Makes sign-in take as long for an unknown address as for a known one, so nobody learns who has a login.
 * The auth library does less work where it finds nobody, and the response time shows that. Comparing or hashing a
 * password is nearly all of that time. This file does it where the library did not.
 */
import bcrypt from 'bcryptjs';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Answer } from '../http/answers.ts';
import { parseJson } from '../http/web-exchange.ts';
import { authRefusal } from './auth-refusal.ts';

/** The library's cost factor for hashing passwords. */
const cost = 10;

/** The hash of a password that nobody knows. */
const nobodysHash = bcrypt.hashSync(crypto.randomUUID(), cost);

const Problem = v.object({ error_code: v.string() });

export type KnownUser = { confirmed: boolean; passwordHash: string | null };

/** The user with this e-mail, in its one spelling. It takes one query, whether or not there is such a user. */
export async function findUser(sql: Sql, email: string): Promise<KnownUser | null> {
  const [user] = await sql<KnownUser[]>`
    select confirmed_at is not null as confirmed, encrypted_password as "passwordHash"
    from auth.users where email = ${email} and is_sso_user = false`;
  return user ?? null;
}

/**
 * Returns the library's refusal of a password after the same work as for any other: one comparison. A wrong password
 * for an unconfirmed address gets the response of any wrong password.
 */
export async function refuseAlike(answer: Answer, user: KnownUser | null, password: string): Promise<Answer> {
  const code = codeOf(answer);
  if (code !== 'invalid_credentials' && code !== 'email_not_confirmed') return answer;
  const compared = user?.confirmed === true && user.passwordHash !== null;
  const right = compared ? false : await bcrypt.compare(password, user?.passwordHash ?? nobodysHash);
  if (code === 'email_not_confirmed' && right) return answer;
  return authRefusal(400, 'invalid_credentials', 'Invalid login credentials');
}

/** Takes as long as hashing the password of a new user. */
export async function hashAlike(password: string): Promise<void> {
  await bcrypt.hash(password, cost);
}

/** The library's code of a refusal; null when the response is none. */
export function codeOf(answer: Answer): string | null {
  if (answer.status < 400) return null;
  const problem = v.safeParse(Problem, parseJson(Buffer.from(answer.body)));
  return problem.success ? problem.output.error_code : null;
}
