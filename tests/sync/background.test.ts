import 'fake-indexeddb/auto';
import { createClient, type Session } from '@supabase/supabase-js';
import { Dexie } from 'dexie';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, databaseName, openDatabase } from '../../src/store/database.ts';
import { Device } from '../../src/store/device.ts';
import { commitIntent } from '../../src/store/intents.ts';
import { SESSION_KEY, sessionStorage } from '../../src/store/session-storage.ts';
import { pushInBackground } from '../../sync/background.ts';
import { lockName } from '../../sync/tab-lock.ts';
import { startTestBackend } from '../support/backend.ts';
import { makeAccount } from './people.ts';

let backend: Awaited<ReturnType<typeof startTestBackend>>;
let device: Device;
let session: Session;
let database: Database;
let home: string;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

/** Anna is signed in on this device, and made an account that the server does not know yet. */
beforeEach(async () => {
  device = new Device();
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const credentials = { email: `anna-${crypto.randomUUID()}@example.org`, password: crypto.randomUUID() };
  await client.auth.signUp(credentials);
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  session = data.session;
  await keepSession({});
  database = await openDatabase(session.user.id);
  home = crypto.randomUUID();
  const person = { userId: session.user.id, userEmail: credentials.email };
  await commitIntent(database, [makeAccount(home, person)], { ...person, now: new Date() });
});

const keepSession = (change: Partial<Session>) =>
  sessionStorage(device).setItem(SESSION_KEY, JSON.stringify({ ...session, ...change }));
const push = () => pushInBackground(device, { supabaseUrl: backend.url, supabaseKey: backend.anonKey });
const onServer = async () => (await backend.sql`select from public.accounts where account_id = ${home}`).length;
const states = async () => (await database.outbox.toArray()).map(({ state, attempts }) => ({ state, attempts }));

describe('the push without a tab', () => {
  it('sends what waits and notes the verdicts; rows come when the app is opened (S10, S31)', async () => {
    await push();
    expect(await onServer()).toBe(1);
    expect(await states()).toEqual([{ state: 'applied', attempts: 1 }]);
    expect(await database.cursors.count()).toBe(0);
  });

  it('does nothing with a token that has run out, and does not renew it (S31)', async () => {
    await keepSession({ expires_at: Math.floor(Date.now() / 1000) });
    await push();
    expect(await onServer()).toBe(0);
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('leaves the entries as they were when the token is refused (S6, S31)', async () => {
    await keepSession({ access_token: `${session.access_token.slice(0, -4)}AAAA` });
    await push();
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('leaves the work to the tab that is at it (S21, S31)', async () => {
    await navigator.locks.request(lockName(session.user.id), push);
    expect(await onServer()).toBe(0);
  });

  it('rejects when nobody answers, so that the browser tries again (S5, S31)', async () => {
    const nowhere = { supabaseUrl: 'http://127.0.0.1:1', supabaseKey: backend.anonKey };
    await expect(pushInBackground(device, nowhere)).rejects.toMatchObject({ reason: 'offline' });
    expect(await states()).toEqual([{ state: 'in_flight', attempts: 1 }]);
  });

  it('makes no database for a user who has none here (S31)', async () => {
    await keepSession({ user: { ...session.user, id: crypto.randomUUID() } });
    const kept: Session = JSON.parse((await sessionStorage(device).getItem(SESSION_KEY)) ?? '{}');
    await push();
    expect(await Dexie.exists(databaseName(kept.user.id))).toBe(false);
    expect(await onServer()).toBe(0);
  });
});
