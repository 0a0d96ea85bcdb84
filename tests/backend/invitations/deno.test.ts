import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../../supabase/embedded/mail/mail.ts';
import { type MailApi, startMailApi } from '../../../supabase/embedded/mail/mail-api.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, invitationTo, newEmail, openAccount, signUp } from '../../support/invitations-people.ts';

/** Deno is among our packages for Linux x64 only. Elsewhere these tests are reported as not run. */
const isHere = process.platform === 'linux' && process.arch === 'x64';
const deno = fileURLToPath(new URL('../../../node_modules/@deno/linux-x64-glibc/deno', import.meta.url));
const folder = fileURLToPath(new URL('../../../supabase/functions/send-invitation/', import.meta.url));
/** Uses what is installed here, and nothing from the network. */
const offline = ['--no-lock', '--node-modules-dir=manual', '--cached-only'];

let backend: TestBackend;
let mails: Mail[];
let mailApi: MailApi;
let cache: string;
let served: { process: ChildProcess; url: string };
let ada: Caller;

describe.runIf(isHere)('under Deno, as hosted Supabase runs it', () => {
  beforeAll(async () => {
    cache = await makeDataDir();
    mails = [];
    mailApi = await startMailApi({ send: async (mail) => void mails.push(mail) }, () => {});
    backend = await startTestBackend();
    served = await serve({
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.anonKey,
      SITE_URL: 'https://money.example.org',
      MAIL_API_URL: mailApi.url,
      MAIL_API_KEY: mailApi.key,
      MAIL_FROM: 'Carryover <no-reply@example.org>',
    });
    ada = await signUp(backend, 'ada');
  });
  afterAll(async () => {
    const ended = once(served.process, 'close');
    served.process.kill();
    await ended;
    await backend.stop();
    await mailApi.stop();
    await rm(cache, { recursive: true, force: true });
  });

  test("passes Deno's own type check", async () => {
    const env = { DENO_DIR: cache, NO_COLOR: '1', PATH: process.env.PATH };
    const check = ['check', ...offline, 'index.ts'];
    const { stderr } = await promisify(execFile)(deno, check, { cwd: folder, env });
    expect(stderr).toContain('Check index.ts');
  });

  test('invites and mails under Deno as in the embedded backend', async () => {
    const body = invitationTo(newEmail('eve'), 'account', await openAccount(ada));
    const { data } = await ada.client.auth.getSession();
    const response = await fetch(served.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}`, origin: 'https://money.example.org' },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toMatchObject({ account_id: body.targetId, status: 'sent' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(mails.map((mail) => mail.to)).toEqual([body.email]);
    expect(mails[0]?.text).toContain('https://money.example.org/auth?next=manageAccess');
  });

  test("answers a browser's preflight, and refuses callers who are not signed in", async () => {
    const asked = 'authorization,x-client-info,apikey,content-type';
    const preflight = await fetch(served.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://money.example.org', 'access-control-request-headers': asked },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    const refused = await fetch(served.url, { method: 'POST', body: '{}' });
    expect([refused.status, (await refused.json()).error]).toEqual([401, 'unauthorized']);
  });
});

/** The function as hosted Supabase runs it: in Deno, with nothing but its environment and the network. */
async function serve(env: Record<string, string>): Promise<typeof served> {
  const rights = ['--no-prompt', '--allow-env', '--allow-net=127.0.0.1,localhost'];
  const child = spawn(deno, ['run', ...offline, ...rights, 'index.ts'], {
    cwd: folder,
    env: { ...env, DENO_DIR: cache, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', NO_COLOR: '1', PATH: process.env.PATH },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Listening on (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  child.on('close', () => reject(new Error(output)));
  return { process: child, url: await promise };
}
