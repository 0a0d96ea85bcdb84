/** Calls of the auth service as a program makes them, from any address. The backend is behind a proxy. */
import { join } from 'node:path';
import * as v from 'valibot';
import { createMailOutbox } from '../../supabase/embedded/mail/mail.ts';
import type { TestBackend } from './backend.ts';

const Body = v.looseObject({
  error_code: v.optional(v.string()),
  msg: v.optional(v.string()),
  access_token: v.optional(v.string()),
  refresh_token: v.optional(v.string()),
});

export type AuthAnswer = { status: number; retryAfter: string | null; body: v.InferOutput<typeof Body> };

/** `from` is the caller's address, as the proxy reports it. */
export async function callAuth(
  backend: Pick<TestBackend, 'url' | 'anonKey'>,
  path: string,
  body: unknown,
  from = '198.51.100.1',
): Promise<AuthAnswer> {
  const answer = await fetch(`${backend.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: v.parse(Body, text === '' ? {} : JSON.parse(text)),
  };
}

export const signInPath = 'token?grant_type=password';

/** The token in the newest mail to this address, once the mail outbox has more than `seen` of them. */
export async function readToken(backend: TestBackend, email: string, seen = 0): Promise<string> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const mails = (await createMailOutbox(join(backend.dataDir, 'outbox')).list()).filter(({ to }) => to === email);
    const token = /token_hash=([0-9a-f]+)/.exec(mails[0]?.html ?? '')?.[1];
    if (token !== undefined && mails.length > seen) return token;
    if (Date.now() > deadline) throw new Error(`No mail came to ${email}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Signs up and opens the link of the mail, each from a different network. */
export async function signUpConfirmed(backend: TestBackend, email: string, password: string): Promise<void> {
  await callAuth(backend, 'signup', { email, password }, anyAddress());
  const token_hash = await readToken(backend, email);
  const opened = await callAuth(backend, 'verify', { type: 'signup', token_hash }, anyAddress());
  if (opened.status !== 200) throw new Error(`The link was answered ${opened.status}`);
}

/** An address that no other test uses. */
export function anyAddress(): string {
  const [one, other] = crypto.getRandomValues(new Uint8Array(2));
  return `203.${one}.${other}.${crypto.getRandomValues(new Uint8Array(1))}`;
}
