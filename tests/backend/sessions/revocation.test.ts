/**
 * What the server hears of a log-out, and when. On the device, the session ended long before. Also what other devices
 * hear of the log-out.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { Auth } from '../../../src/features/auth/auth-client.ts';
import { Device } from '../../../src/store/session/device.ts';
import { endSession, readRevocations } from '../../../src/store/session/revocations.ts';
import { readSession, SESSION_KEY, sessionStorage } from '../../../src/store/session/session-storage.ts';
import { watchSession } from '../../../src/store/session/session-watch.ts';
import { httpCalls } from '../../../sync/http-calls.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

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

/** An Auth on a device of its own, unless the test gives a device. */
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

/** Asks the server for data. */
const heads = ({ config, data }: Auth) =>
  httpCalls(config, data.authorize).rpc('sync_heads', {}).abortSignal(AbortSignal.timeout(10_000));

async function openSessions(): Promise<number> {
  const [row] = await backend.sql`
    select count(*)::int as n from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  return row?.n;
}

type Stored = { access_token: string; expires_at: number };

async function changeSession(device: Device, change: (session: Stored) => Partial<Stored>): Promise<void> {
  const storage = sessionStorage(device);
  const session = JSON.parse((await storage.getItem(SESSION_KEY)) ?? '');
  await storage.setItem(SESSION_KEY, JSON.stringify({ ...session, ...change(session) }));
}

/** Makes the server refuse the token, as it does when the token has expired. */
const refuseToken = (device: Device) =>
  changeSession(device, (session) => ({ access_token: `${session.access_token.slice(0, -4)}AAAA` }));

/** The token expires by the device's clock. */
const letTokenRunOut = (device: Device) => changeSession(device, () => ({ expires_at: 1 }));

const settle = async (device: Device, auth: Auth) => auth.revoke(await readRevocations(device));

async function logOut(device: Device, auth: Auth): Promise<void> {
  await endSession(device);
  await settle(device, auth);
}

/** Sends every request for a renewed token this way. `ask` asks the server. */
function divertRenewals(way: (ask: () => Promise<Response>) => Promise<Response>): void {
  const network = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = network;
  });
  globalThis.fetch = async (input, init) => {
    const ask = () => network(input, init);
    return String(input).includes('grant_type=refresh_token') ? way(ask) : ask();
  };
}

/** The server issues the next renewed token. The device gets it when the test calls `arrive`. */
function holdBackRenewal() {
  const answered = Promise.withResolvers<number>();
  const arrival = Promise.withResolvers<void>();
  divertRenewals(async (ask) => {
    const answer = await ask();
    answered.resolve(answer.status);
    await arrival.promise;
    return answer;
  });
  return { answered: answered.promise, arrive: arrival.resolve };
}

/** The request for a renewed token goes out when the test calls `leave`. */
function holdBackQuestion() {
  const asked = Promise.withResolvers<void>();
  const departure = Promise.withResolvers<void>();
  divertRenewals(async (ask) => {
    asked.resolve();
    await departure.promise;
    return ask();
  });
  return { asked: asked.promise, leave: departure.resolve };
}

it('logging out ends the sessions of all devices', async () => {
  const { device, auth } = await loggedIn();
  await loggedIn();
  expect(await openSessions()).toBe(2);
  await logOut(device, auth);
  expect(await openSessions()).toBe(0);
  expect(await readRevocations(device)).toEqual([]);
});

it('a log-in while a log-out is on its way keeps its session', async () => {
  const { device, auth } = await loggedIn();
  await endSession(device);
  const network = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = network;
  });
  const left = Promise.withResolvers<void>();
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('/logout')) return network(input, init);
    left.resolve();
    // Without turns, the log-in succeeds within this time.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return network(input, init);
  };
  const revoked = settle(device, auth);
  await left.promise;
  await Promise.all([auth.logIn(email, password), revoked]);
  expect(await openSessions()).toBe(1);
  expect((await heads(auth)).error).toBeNull();
});

it('logging out with a refused token ends them too', async () => {
  const { device, auth } = await loggedIn();
  await refuseToken(device);
  await logOut(device, auth);
  expect(await openSessions()).toBe(0);
});

it('logging out during a renewal still ends the session', async () => {
  const { device, auth } = await loggedIn();
  const { answered, arrive } = holdBackRenewal();
  const renewal = auth.service.refreshSession();
  expect(await answered).toBe(200);
  await logOut(device, auth);
  arrive();
  await renewal;
  expect(await openSessions()).toBe(0);
  expect(await sessionStorage(device).getItem(SESSION_KEY)).toBeNull();
});

it('a renewal refused after a log-out shows nothing, and a session that the server ended shows a message', async () => {
  const { device, auth } = await loggedIn();
  const heard: boolean[] = [];
  onTestFinished(watchSession(device, (endedByServer) => heard.push(endedByServer)));
  await expect.poll(() => heard).toEqual([false]);
  await letTokenRunOut(device);
  const { asked, leave } = holdBackQuestion();
  const renewal = auth.service.getSession();
  await asked;
  await logOut(device, auth);
  leave();
  expect((await renewal).error).not.toBeNull();

  const elsewhere = await loggedIn();
  await auth.logIn(email, password);
  await logOut(elsewhere.device, elsewhere.auth);
  await letTokenRunOut(device);
  await auth.service.getSession();
  await expect.poll(() => heard).toEqual([false, true]);
});

/** The next request for a token is refused, and the device does not ask again for a minute. */
async function meetRefusalEarly(device: Device, auth: Auth): Promise<void> {
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  await changeSession(device, () => ({ expires_at: inAMinute }));
  expect((await auth.service.getSession()).data.session?.expires_at).toBe(inAMinute);
}

it('a session ended elsewhere is over here when its token expires, even after an earlier refused renewal', async () => {
  const { device, auth } = await loggedIn();
  const elsewhere = await loggedIn();
  await logOut(elsewhere.device, elsewhere.auth);
  await meetRefusalEarly(device, auth);
  await letTokenRunOut(device);
  expect(await heads(auth)).toMatchObject({ status: 401 });
  expect(await readSession(device)).toBeNull();
});

it('a session ended elsewhere is over here when the server refuses its token, whatever the clock says', async () => {
  const { device, auth } = await loggedIn();
  const elsewhere = await loggedIn();
  await logOut(elsewhere.device, elsewhere.auth);
  await refuseToken(device);
  expect(await heads(auth)).toMatchObject({ status: 401 });
  expect(await readSession(device)).toBeNull();
});

it.each([
  [
    'something in between answers',
    () => [
      new Response('<h1>Log in to the Wi-Fi</h1>', { status: 403 }),
      Response.json({ message: 'Invalid API key' }, { status: 401 }),
      Response.json({ code: 'blocked_by_policy' }, { status: 403 }),
      Response.json({}),
    ],
  ],
  [
    'the server turns away for now',
    () => [
      Response.json({ code: 429, error_code: 'over_request_rate_limit' }, { status: 429 }),
      Response.json({ code: 500, error_code: 'unexpected_failure' }, { status: 500 }),
    ],
  ],
])('a renewal that %s ends no session', async (_, refusalsOf) => {
  const { device, auth } = await loggedIn();
  await letTokenRunOut(device);
  const refusals = refusalsOf();
  divertRenewals(async (ask) => refusals.shift() ?? ask());
  expect(await heads(auth)).toMatchObject({ status: 200 });
  expect(refusals).toEqual([]);
});

it('a log-out that the server could not hear of is told later', async () => {
  const { device, auth } = await loggedIn();
  await endSession(device);
  expect(await settle(device, newAuth(device, 'http://127.0.0.1:1').auth)).toBe(false);
  expect(await readRevocations(device)).toHaveLength(1);
  await settle(device, auth);
  expect(await openSessions()).toBe(0);
  expect(await readRevocations(device)).toEqual([]);
});

it('a user who has logged in again on the device stays logged in', async () => {
  const { device, auth } = await loggedIn();
  await endSession(device);
  await auth.logIn(email, password);
  expect(await openSessions()).toBe(2);
  await settle(device, auth);
  expect(await openSessions()).toBe(1);
});

it('a user who logs in again while a refused token is being renewed stays logged in', async () => {
  const { device, auth } = await loggedIn();
  await refuseToken(device);
  await endSession(device);
  const { answered, arrive } = holdBackRenewal();
  const told = settle(device, auth);
  await answered;
  await auth.logIn(email, password);
  arrive();
  expect(await told).toBe(true);
  expect(await openSessions()).toBe(1);
});

it('a renewal that meets a log-out halfway is told that there is no such session', async () => {
  const { device } = await loggedIn();
  const { refresh_token } = JSON.parse((await sessionStorage(device).getItem(SESSION_KEY)) ?? '');
  const renew = () =>
    fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    });
  const renewal = await backend.sql.begin(async (loggingOut) => {
    await loggingOut`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`;
    const asked = renew();
    // The statement has found the session, and waits to write to it.
    await expect.poll(() => backend.sql`select 1 from pg_locks where not granted`).toHaveLength(1);
    return { asked };
  });
  const answer = await renewal.asked;
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual(await (await renew()).json());
  expect(answer.headers.get('x-sb-error-code')).toBe('refresh_token_not_found');
});
