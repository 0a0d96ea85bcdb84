/**
 * Renewing a session: each refresh token is good once, a lost response may be asked for again, and a copied token ends
 * the session.
 */
import { randomInt } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthClient } from '../../../src/features/auth/backend-client.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
}, 60_000);
afterAll(() => backend.stop());

const Session = v.object({ access_token: v.string(), refresh_token: v.string(), user: v.object({ id: v.string() }) });
const Refusal = v.object({ error_code: v.string() });
type Renewed = { token: string } | { refused: string };

async function post(path: string, body: object): Promise<Response> {
  const headers = { apikey: backend.anonKey, 'Content-Type': 'application/json' };
  return fetch(`${backend.url}/auth/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The refresh token of a new sign-in of a new user. */
async function signIn(email = `${crypto.randomUUID()}@example.org`): Promise<string> {
  const answer = await post('signup', { email, password });
  return v.parse(Session, await answer.json()).refresh_token;
}

async function renew(refresh_token: string, query = 'grant_type=refresh_token'): Promise<Renewed> {
  const answer = await post(`token?${query}`, { refresh_token });
  const body: unknown = await answer.json();
  if (answer.status === 200) return { token: v.parse(Session, body).refresh_token };
  return { refused: `${answer.status} ${v.parse(Refusal, body).error_code}` };
}

async function successor(token: string): Promise<string> {
  const renewed = await renew(token);
  if ('refused' in renewed) throw new Error(`refused: ${renewed.refused}`);
  return renewed.token;
}

const over = { refused: '400 refresh_token_not_found' };
const copied = { refused: '400 refresh_token_already_used' };

test('a device that lost the response repeats its token and goes on', async () => {
  const first = await signIn();
  await successor(first);
  const repeated = await successor(first);
  const next = await successor(repeated);
  expect(await renew(next)).toHaveProperty('token');
});

test('a token that is two renewals old ends the session for everybody who has a token of it', async () => {
  const first = await signIn();
  const second = await successor(first);
  const third = await successor(second);
  expect(await renew(first)).toEqual(copied);
  expect(await renew(third)).toEqual(over);
  expect(await backend.sql`select from auth.refresh_tokens where token = ${third}`).toEqual([]);
});

test('of two holders of one token’s successors, the first goes on until the second ends it for both', async () => {
  const stolen = await signIn();
  const ofOwner = await successor(stolen);
  const ofThief = await successor(stolen);
  const nextOfOwner = await successor(ofOwner);
  expect(await renew(ofThief)).toEqual(copied);
  expect(await renew(nextOfOwner)).toEqual(over);
});

/** Both renew in random turns until one is refused. Returns how often each of them renewed, and what they hold then. */
async function contest(stolen: string) {
  const held = { owner: stolen, thief: stolen };
  const renewals = { owner: 0, thief: 0 };
  for (;;) {
    const who = randomInt(2) === 0 ? 'owner' : 'thief';
    const renewed = await renew(held[who]);
    renewals[who] += 1;
    if ('refused' in renewed) return { held, renewals };
    held[who] = renewed.token;
  }
}

test('a thief with a copied token is out within one renewal of each, in any order', async () => {
  for (let run = 0; run < 20; run++) {
    let token = await signIn();
    for (let n = randomInt(3); n > 0; n--) token = await successor(token);
    const { held, renewals } = await contest(token);
    // While one of them has not come back with its new token, nothing shows.
    expect(Math.min(renewals.owner, renewals.thief), JSON.stringify(renewals)).toBeLessThanOrEqual(2);
    expect([await renew(held.owner), await renew(held.thief)]).toEqual([over, over]);
  }
}, 120_000);

test('an honest device never loses its session, even with lost responses and parallel renewals', async () => {
  for (let run = 0; run < 10; run++) {
    let kept = await signIn();
    for (let n = 0; n < 12; n++) {
      // Tabs that ask at once, or a client that repeats itself. The device keeps one of the responses, or none.
      const replies = await Promise.all(Array.from({ length: 1 + randomInt(3) }, () => renew(kept)));
      for (const reply of replies) expect(reply).toHaveProperty('token');
      const arrived = replies.filter(() => randomInt(2) === 0);
      const stored = arrived[randomInt(Math.max(1, arrived.length))];
      if (stored && 'token' in stored) kept = stored.token;
    }
  }
}, 120_000);

test('two tabs that renew at once without locks both go on as long as they are open', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: async (key: string) => kept.get(key) ?? null,
    setItem: async (key: string, value: string) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  };
  const config = { supabaseUrl: backend.url, supabaseKey: backend.anonKey };
  const tab = () => createAuthClient(config, { storage, storageKey: 'auth', autoRefreshToken: false });
  const [here, there] = [tab(), tab()];
  await here.signUp({ email: `${crypto.randomUUID()}@example.org`, password });
  for (let n = 0; n < 10; n++) {
    await Promise.all([here.refreshSession(), there.refreshSession()]);
    const { data, error } = await here.getUser();
    expect(error).toBeNull();
    expect(data.user).not.toBeNull();
  }
});

test('a session that a copied token ended is over at its user’s next call to the auth service', async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  const owner = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await owner.auth.signUp({ email, password });
  const first = data.session?.refresh_token ?? '';
  await successor(await successor(first));
  expect(await renew(first)).toEqual(copied);
  expect((await owner.auth.getUser()).error).not.toBeNull();
});

test.each(['grant_type=refresh_token&x=1', 'grant_type=refresh%5Ftoken', 'x&grant_type=refresh_token'])(
  'the rules hold for %s, which the library reads in the same way',
  async (query) => {
    const first = await signIn();
    await successor(await successor(first));
    expect(await renew(first, query)).toEqual(copied);
  },
);

test('a grant that is named twice or is unknown is refused', async () => {
  const token = await signIn();
  for (const query of ['grant_type=password&grant_type=refresh_token', '', 'grant_type=']) {
    expect(await renew(token, query)).toHaveProperty('refused');
  }
  expect(await renew(token)).toHaveProperty('token');
});

/**
 * A session as v0.1.0 left it, with the library's own rows. There, a token could be repeated for ever, and two
 * successors could stand side by side.
 */
async function sessionOfBefore(rows: { token: string; parent: string | null; revoked: boolean }[]): Promise<void> {
  const first = await signIn();
  const [session] = await backend.sql`select session_id, user_id from auth.refresh_tokens where token = ${first}`;
  await backend.sql`delete from auth.refresh_tokens where token = ${first}`;
  for (const { token, parent, revoked } of rows) {
    await backend.sql`insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent)
      values (${crypto.randomUUID()}, ${token}, ${session?.user_id}, ${session?.session_id}, ${revoked}, ${parent})`;
  }
}

test('a session of v0.1.0 goes on once with any token of its device, and is rotated from then on', async () => {
  const names = () => ({ a: crypto.randomUUID(), b: crypto.randomUUID(), c: crypto.randomUUID() });
  for (const held of ['a', 'b', 'c'] as const) {
    const tokens = names();
    await sessionOfBefore([
      { token: tokens.a, parent: null, revoked: true },
      { token: tokens.b, parent: tokens.a, revoked: true },
      { token: tokens.c, parent: tokens.a, revoked: false },
    ]);
    await successor(tokens[held]);
    const next = await successor(tokens[held]);
    const last = await successor(next);
    const other = held === 'a' ? 'b' : 'a';
    expect(await renew(tokens[other])).toEqual(copied);
    expect(await renew(last)).toEqual(over);
  }
});
