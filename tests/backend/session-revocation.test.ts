/** What the server hears of a log-out, and when: the session is over on the device long before. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Auth } from '../../src/features/auth/auth-client.ts';
import { Device } from '../../src/store/device.ts';
import { endSession, readRevocations } from '../../src/store/revocations.ts';
import { SESSION_KEY, sessionStorage } from '../../src/store/session-storage.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const password = 'correct horse battery';
const opened: Auth[] = [];
let backend: TestBackend;
let email: string;
beforeAll(async () => {
  backend = await startTestBackend();
});
beforeEach(async () => {
  email = `cy-${crypto.randomUUID()}@example.org`;
  const { auth } = newAuth();
  await auth.service.signUp({ email, password });
  await auth.service.signOut();
});
afterAll(async () => {
  await Promise.all(opened.map(({ service }) => service.stopAutoRefresh()));
  await backend.stop();
});

/** A device of its own. */
function newAuth(device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange }), url = backend.url) {
  const auth = new Auth({ supabaseUrl: url, supabaseKey: backend.anonKey }, device);
  opened.push(auth);
  return { device, auth };
}

async function loggedIn() {
  const here = newAuth();
  await here.auth.logIn(email, password);
  return here;
}

async function openSessions(): Promise<number> {
  const [row] = await backend.sql`
    select count(*)::int as n from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  return row?.n;
}

it('logging out ends the sessions of all devices', async () => {
  const { device, auth } = await loggedIn();
  await loggedIn();
  expect(await openSessions()).toBe(2);
  await endSession(device, SESSION_KEY);
  await auth.settleRevocations();
  expect(await openSessions()).toBe(0);
  expect(await readRevocations(device)).toEqual([]);
});

it('logging out with a token that has run out ends them too', async () => {
  const { device, auth } = await loggedIn();
  const storage = sessionStorage(device);
  const session = JSON.parse((await storage.getItem(SESSION_KEY)) ?? '');
  const refused = `${session.access_token.slice(0, -4)}AAAA`;
  await storage.setItem(SESSION_KEY, JSON.stringify({ ...session, access_token: refused }));
  await endSession(device, SESSION_KEY);
  await auth.settleRevocations();
  expect(await openSessions()).toBe(0);
});

it('logging out while the session is being renewed ends it all the same', async () => {
  const { device, auth } = await loggedIn();
  const renewal = auth.service.refreshSession();
  await endSession(device, SESSION_KEY);
  await Promise.all([renewal, auth.settleRevocations()]);
  expect(await openSessions()).toBe(0);
  expect(await sessionStorage(device).getItem(SESSION_KEY)).toBeNull();
});

it('what the server could not be told is told later', async () => {
  const { device, auth } = await loggedIn();
  await endSession(device, SESSION_KEY);
  await newAuth(device, 'http://127.0.0.1:1').auth.settleRevocations();
  expect(await readRevocations(device)).toHaveLength(1);
  await auth.settleRevocations();
  expect(await openSessions()).toBe(0);
  expect(await readRevocations(device)).toEqual([]);
});

it('who has logged in again on the device stays logged in', async () => {
  const { device, auth } = await loggedIn();
  await endSession(device, SESSION_KEY);
  await auth.logIn(email, password);
  expect(await openSessions()).toBe(2);
  await auth.settleRevocations();
  expect(await openSessions()).toBe(1);
});
