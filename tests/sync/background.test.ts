import 'fake-indexeddb/auto';
import { createClient, type Session } from '@supabase/supabase-js';
import { Dexie } from 'dexie';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeServerTime } from '#store/optimistic/edit-clock';
import { commitMutation } from '#store/optimistic/mutations';
import { Database, databaseName, openDatabase } from '../../src/store/database/database.ts';
import { Device } from '../../src/store/session/device.ts';
import { SESSION_KEY, sessionStorage } from '../../src/store/session/session-storage.ts';
import { pushInBackground } from '../../sync/background.ts';
import { lockName } from '../../sync/tab-lock.ts';
import { startTestBackend } from '../support/backend.ts';
import { makeAccount } from './support/people.ts';

let backend: Awaited<ReturnType<typeof startTestBackend>>;
let device: Device;
let session: Session;
let database: Database;
let home: string;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

/** Anna is signed in on this device and has made an account that the server does not know yet. */
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
  await commitMutation(database, [makeAccount(home, person)], { ...person, now: new Date() });
});

const keepSession = (change: Partial<Session>) =>
  sessionStorage(device).setItem(SESSION_KEY, JSON.stringify({ ...session, ...change }));
const push = () => pushInBackground(device, { supabaseUrl: backend.url, supabaseKey: backend.anonKey });
const onServer = async () => (await backend.sql`select from public.accounts where account_id = ${home}`).length;
const states = async () => (await database.outbox.toArray()).map(({ state, attempts }) => ({ state, attempts }));

describe('the push without a tab', () => {
  it('[S31d] the worker sends what waits, notes the verdicts and pulls nothing', async () => {
    await push();
    expect(await onServer()).toBe(1);
    expect(await states()).toEqual([{ state: 'applied', attempts: 1 }]);
    expect(await database.cursors.count()).toBe(0);
  });

  it('[S31b] the worker does nothing with an expired token and does not renew it', async () => {
    await keepSession({ expires_at: Math.floor(Date.now() / 1000) });
    await push();
    expect(await onServer()).toBe(0);
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('[S6, S31b] the entries stay as they were when the token is refused', async () => {
    await keepSession({ access_token: `${session.access_token.slice(0, -4)}AAAA` });
    await push();
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('[S31c] the worker leaves the work to a tab that is at it', async () => {
    await navigator.locks.request(lockName(session.user.id), push);
    expect(await onServer()).toBe(0);
  });

  it('[S5] the push rejects without a response, so that the browser tries again', async () => {
    await writeServerTime(database, new Date().toISOString());
    const nowhere = { supabaseUrl: 'http://127.0.0.1:1', supabaseKey: backend.anonKey };
    await expect(pushInBackground(device, nowhere)).rejects.toMatchObject({ reason: 'offline' });
    expect(await states()).toEqual([{ state: 'in_flight', attempts: 1 }]);
  });

  it('the worker makes no database for a user who has none here', async () => {
    await keepSession({ user: { ...session.user, id: crypto.randomUUID() } });
    const kept: Session = JSON.parse((await sessionStorage(device).getItem(SESSION_KEY)) ?? '{}');
    await push();
    expect(await Dexie.exists(databaseName(kept.user.id))).toBe(false);
    expect(await onServer()).toBe(0);
  });

  it('the worker sends nothing after a log-out', async () => {
    await sessionStorage(device).removeItem(SESSION_KEY);
    await push();
    expect(await onServer()).toBe(0);
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('the worker leaves what another user kept on this device', async () => {
    const bert = crypto.randomUUID();
    await keepSession({ user: { ...session.user, id: bert } });
    (await openDatabase(bert)).close();
    await push();
    expect(await onServer()).toBe(0);
    expect(await states()).toEqual([{ state: 'pending', attempts: 0 }]);
  });

  it('a log-out at any moment of a push leaves no database behind', async () => {
    const { id } = session.user;
    for (let turns = 0; turns < 60; turns++) {
      const pushing = push().catch(() => {});
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await new Database(id).delete();
      await pushing;
      expect(await Dexie.exists(databaseName(id))).toBe(false);
      (await openDatabase(id)).close();
    }
  });
});
