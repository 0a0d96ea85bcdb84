// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Device } from '#store/session/device';
import { dropRevocation, endSession, type Revocation, readRevocations } from '#store/session/revocations';
import { SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import { settleRevocations } from './settle-revocations.ts';

let device: Device;
beforeEach(() => {
  device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => {
  vi.restoreAllMocks();
  device.close();
});

async function logOut(token: string): Promise<void> {
  const user = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11' };
  const session = { access_token: token, refresh_token: token, expires_at: 1, user };
  await sessionStorage(device).setItem(SESSION_KEY, JSON.stringify(session));
  await endSession(device);
}

/** The server, as the auth service reaches it. A log-out succeeds when `reachable`. */
function serverThat({ reachable }: { reachable: boolean }) {
  const server = { reachable, asked: 0, hold: Promise.resolve() };
  const revoke = async (waiting: readonly Revocation[]) => {
    server.asked += 1;
    await server.hold;
    if (!server.reachable) return false;
    for (const revocation of waiting) await dropRevocation(device, revocation);
    return true;
  };
  return { server, loadAuth: async () => ({ revoke }) };
}

const settled = () => vi.waitFor(async () => expect(await readRevocations(device)).toEqual([]));

it('the server hears of a log-out as soon as it is stored', async () => {
  const { server, loadAuth } = serverThat({ reachable: true });
  settleRevocations(device, loadAuth);
  await logOut('first');
  await settled();
  expect(server.asked).toBe(1);
});

it('a log-out that failed to reach the server is sent when the browser comes online', async () => {
  const { server, loadAuth } = serverThat({ reachable: false });
  await logOut('first');
  settleRevocations(device, loadAuth);
  await vi.waitFor(() => expect(server.asked).toBe(1));
  server.reachable = true;
  dispatchEvent(new Event('online'));
  await settled();
});

it('a log-out that failed to reach the server is sent after a minute', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const minute = () => timers.mock.calls.find(([, delay]) => delay === 60_000)?.[0];
  const { server, loadAuth } = serverThat({ reachable: false });
  await logOut('first');
  settleRevocations(device, loadAuth);
  await vi.waitFor(() => expect(minute()).toBeTypeOf('function'));
  server.reachable = true;
  minute()?.();
  await settled();
});

it('a log-out during another one is sent right after it', async () => {
  const { server, loadAuth } = serverThat({ reachable: true });
  const held = Promise.withResolvers<void>();
  server.hold = held.promise;
  settleRevocations(device, loadAuth);
  await logOut('first');
  await vi.waitFor(() => expect(server.asked).toBe(1));
  await logOut('second');
  held.resolve();
  await settled();
});
