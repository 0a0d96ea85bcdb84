import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../database/rows.fixture.ts';
import { Device, readLastUser } from './device.ts';
import { endSession } from './revocations.ts';
import { dropSession, readSession, SESSION_KEY, sessionStorage } from './session-storage.ts';

const anna = { id: idOf(1), email: 'anna@example.org' };

let device: Device;
let storage: ReturnType<typeof sessionStorage>;
beforeEach(() => {
  device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange });
  storage = sessionStorage(device);
});

/** A session as the auth service returns it. A renewed one has other tokens but the same id. */
function session(id: string, token = 'first', expires_at = 1): string {
  const payload = btoa(JSON.stringify({ session_id: id, token }))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const access = `e30.${payload.replaceAll('=', '')}.sig`;
  return JSON.stringify({ access_token: access, refresh_token: token, expires_at, user: anna });
}

it('keeps strings by key until they are removed', async () => {
  expect(await storage.getItem('token')).toBeNull();
  await storage.setItem('token', 'secret');
  expect(await storage.getItem('token')).toBe('secret');
  await storage.removeItem('token');
  expect(await storage.getItem('token')).toBeNull();
});

it('a token that was renewed during the log-out brings nobody back', async () => {
  await storage.setItem(SESSION_KEY, session('one'));
  await endSession(device);
  await storage.setItem(SESSION_KEY, session('one', 'renewed'));
  expect(await storage.getItem(SESSION_KEY)).toBeNull();
  expect(await readLastUser(device)).toBeNull();
});

it('a user who logs in again after logging out is kept', async () => {
  await storage.setItem(SESSION_KEY, session('one'));
  await endSession(device);
  await storage.setItem(SESSION_KEY, session('two'));
  expect(await storage.getItem(SESSION_KEY)).toBe(session('two'));
  expect(await readLastUser(device)).toEqual(anna);
});

it('the session alone decides who is signed in, and no other key of the auth client', async () => {
  await storage.setItem(SESSION_KEY, session('one'));
  expect(await readLastUser(device)).toEqual(anna);
  await storage.removeItem('token-verifier');
  expect(await readLastUser(device)).toEqual(anna);
  await storage.removeItem(SESSION_KEY);
  expect(await readLastUser(device)).toBeNull();
});

describe('a session whose renewal was refused', () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;

  it('goes after it has expired, together with the signed-in user', async () => {
    await storage.setItem(SESSION_KEY, session('one'));
    await dropSession(device);
    expect(await readSession(device)).toBeNull();
    expect(await readLastUser(device)).toBeNull();
  });

  it('goes before it has expired by the device’s clock only when its token was refused', async () => {
    await storage.setItem(SESSION_KEY, session('one', 'first', inAnHour));
    const token = (await readSession(device))?.accessToken ?? '';
    await dropSession(device);
    expect(await readSession(device)).toMatchObject({ refreshToken: 'first' });
    await dropSession(device, token);
    expect(await readSession(device)).toBeNull();
  });

  it('stays when another token was refused', async () => {
    await storage.setItem(SESSION_KEY, session('one'));
    const token = (await readSession(device))?.accessToken ?? '';
    await storage.setItem(SESSION_KEY, session('two', 'second', inAnHour));
    await dropSession(device, token);
    expect(await readSession(device)).toMatchObject({ refreshToken: 'second' });
  });
});
