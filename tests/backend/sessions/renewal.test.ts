/** The app's own client, when the server for ever refuses the access token that the device holds. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type AuthService, createAuthClient, createDataClient } from '../../../src/features/auth/backend-client.ts';
import { httpCalls } from '../../../sync/http-calls.ts';
import { makeInstall, spawnBackend, startTestBackend } from '../../support/backend.ts';

const KEY = 'auth';
let backend: Awaited<ReturnType<typeof startTestBackend>>;
let kept: Map<string, string>;
const services: AuthService[] = [];
beforeAll(async () => {
  backend = await startTestBackend();
});
beforeEach(async () => {
  kept = new Map();
  const credentials = { email: `anna-${crypto.randomUUID()}@example.org`, password: crypto.randomUUID() };
  const { auth } = tab();
  await auth.signUp(credentials);
  await auth.signInWithPassword(credentials);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stopAutoRefresh()));
  await backend.stop();
});

/** A tab: its own client over the storage that all tabs share. */
function tab({ url, anonKey }: { url: string; anonKey: string } = backend) {
  const config = { supabaseUrl: url, supabaseKey: anonKey };
  const storage = {
    getItem: async (key: string) => kept.get(key) ?? null,
    setItem: async (key: string, value: string) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  };
  const auth = createAuthClient(config, { storage, storageKey: KEY, autoRefreshToken: false });
  const ended = async () => void kept.delete(KEY);
  services.push(auth);
  return { auth, calls: httpCalls(config, createDataClient(config, auth, ended).authorize) };
}

const session = (): { access_token: string } => JSON.parse(kept.get(KEY) ?? '{}');

/** As after an hour on a device whose clock stands still: the session looks valid, and the server refuses its token. */
function outrunToken(): string {
  const token = `${session().access_token.slice(0, -4)}AAAA`;
  kept.set(KEY, JSON.stringify({ ...session(), access_token: token }));
  return token;
}

const heads = ({ calls }: ReturnType<typeof tab>) =>
  calls.rpc('sync_heads', {}).abortSignal(AbortSignal.timeout(10_000));

it('a token that the server refuses is renewed, even though the device takes it for valid', async () => {
  const refused = outrunToken();
  expect(await heads(tab())).toMatchObject({ data: {}, status: 200 });
  expect(session().access_token).not.toBe(refused);
});

it('two tabs that are refused at once both go on', async () => {
  outrunToken();
  const answers = await Promise.all([tab(), tab()].map(heads));
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
});

it('a session that the server has ended stays refused, and the device forgets it at once', async () => {
  const stillHere = kept.get(KEY) ?? '';
  await tab().auth.signOut({ scope: 'global' });
  kept.set(KEY, stillHere);
  outrunToken();
  const here = tab();
  expect(await heads(here)).toMatchObject({ status: 401 });
  expect(kept.get(KEY)).toBeUndefined();
  expect(await heads(here)).toMatchObject({ status: 401 });
});

it('a device whose clock is hours ahead does not renew its session with every request', async () => {
  // This runs in another process, because this one's clock is set forward.
  const dataDir = await makeInstall();
  const elsewhere = await spawnBackend({ dataDir });
  onTestFinished(async () => {
    vi.useRealTimers();
    await elsewhere.stop();
    await rm(dataDir, { recursive: true });
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  const credentials = { email: 'ben@example.org', password: crypto.randomUUID() };
  const { auth } = tab(elsewhere);
  await auth.signUp(credentials);
  await auth.signInWithPassword(credentials);
  const first = kept.get(KEY);
  expect(await heads(tab(elsewhere))).toMatchObject({ status: 200 });
  expect(kept.get(KEY)).toBe(first);
});
