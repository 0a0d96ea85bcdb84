import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

const limit = { count: 2, seconds: 600 };
const options = { migrationsDir: probeSchema, authLimits: { signIn: limit, signUp: limit, mail: limit } };
const signInPath = '/auth/v1/token?grant_type=password';

let direct: TestBackend;
let proxied: TestBackend;

beforeAll(async () => {
  // It has a mail server: without one, a backend on loopback refuses everybody that a proxy speaks for.
  direct = await startTestBackend({ ...options, smtpUrl: 'smtp://127.0.0.1:9' });
  proxied = await startTestBackend({ ...options, publicUrl: 'https://money.example.org' });
}, 60_000);
afterAll(async () => {
  await direct.stop();
  await proxied.stop();
});

/** Tries to sign in with that e-mail. `via` is what proxies say about where the request came from. */
function ask(backend: TestBackend, path: string, email: string, via?: string): Promise<Response> {
  const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
  return fetch(backend.url + path, {
    method: 'POST',
    headers: { ...headers, ...(via === undefined ? {} : { 'x-forwarded-for': via }) },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
}

const post = async (...given: Parameters<typeof ask>) => (await ask(...given)).status;

test.each([
  '/auth/v1/%74oken?grant_type=password',
  '/auth/v1//token?grant_type=password',
  '/auth/v1/token/?grant_type=password',
  '/rest/v1/rpc/%70robe_caller',
  '/rest/v1//rpc/probe_caller',
  '/functions/v1/%73end-invitation',
])('%s, another spelling of a path, is refused', async (path) => {
  const answer = await ask(direct, path, 'ada@example.org');
  expect([answer.status, await answer.json()]).toEqual([400, { message: 'Bad path' }]);
});

test('a path in capitals does not sign in', async () => {
  expect(await post(direct, '/auth/v1/TOKEN?grant_type=password', 'ada@example.org')).toBe(401);
  expect(await post(direct, '/AUTH/v1/token?grant_type=password', 'ada@example.org')).toBe(405);
});

test('without a proxy, a claimed address does not count', async () => {
  const tries = [1, 2, 3].map((n) => () => post(direct, signInPath, `spoof${n}@example.org`, `192.0.2.${n}`));
  const statuses = [];
  for (const attempt of tries) statuses.push(await attempt());
  expect(statuses).toEqual([400, 400, 429]);
});

describe('behind a proxy', () => {
  test('the address that the proxy saw is counted, whatever the caller claims before it', async () => {
    const statuses = [];
    for (const n of [1, 2, 3])
      statuses.push(await post(proxied, signInPath, `hop${n}@example.org`, `192.0.2.${n}, 198.51.100.1`));
    expect(statuses).toEqual([400, 400, 429]);
    expect(await post(proxied, signInPath, 'hop4@example.org', '198.51.100.2')).toBe(400);
  });

  test('the mails to one e-mail are counted across addresses, however it is written', async () => {
    const spellings = ['sign-up@example.org', 'sign-up@Example.ORG', ' sign-up@example.org '];
    const statuses = [];
    for (const [n, email] of spellings.entries())
      statuses.push(await post(proxied, '/auth/v1/signup', email, `204.0.113.${n}`));
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('what follows a plus in an e-mail makes no further mailbox of it', async () => {
    const statuses = [];
    for (const n of [1, 2, 3])
      statuses.push(await post(proxied, '/auth/v1/recover', `plus+${n}@example.org`, `204.0.115.${n}`));
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('an address that was refused does not use up the tries of an e-mail', async () => {
    for (const name of ['one', 'two', 'victim', 'victim', 'victim'])
      await post(proxied, signInPath, `${name}@example.org`, '198.51.100.9');
    expect(await post(proxied, signInPath, 'victim@example.org', '198.51.100.10')).toBe(400);
  });
});
