import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { Device, readLastUser, writeLastUser } from './device.ts';
import { dropRevocation, endSession, readRevocations } from './revocations.ts';
import { rememberUser, sessionStorage } from './session-storage.ts';

const anna = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11', email: 'anna@example.org' };

async function signedIn(): Promise<Device> {
  const device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange });
  const session = {
    access_token: 'access',
    refresh_token: 'refresh',
    expires_in: 3600,
    user: { ...anna, factors: [] },
  };
  await sessionStorage(device).setItem('auth', JSON.stringify(session));
  await writeLastUser(device, anna);
  return device;
}

test('logging out forgets the user at once and keeps the tokens for revoking', async () => {
  const device = await signedIn();
  await endSession(device, 'auth');
  expect(await readLastUser(device)).toBeNull();
  expect(await sessionStorage(device).getItem('auth')).toBeNull();
  expect(await readRevocations(device)).toEqual([{ userId: anna.id, accessToken: 'access', refreshToken: 'refresh' }]);
});

test('a revocation that the server knows of is dropped, others stay', async () => {
  const device = await signedIn();
  await endSession(device, 'auth');
  const [first] = await readRevocations(device);
  await sessionStorage(device).setItem(
    'auth',
    JSON.stringify({ access_token: 'later', refresh_token: 'later', user: anna }),
  );
  await endSession(device, 'auth');
  if (first) await dropRevocation(device, first);
  expect((await readRevocations(device)).map((one) => one.refreshToken)).toEqual(['later']);
});

/** A session as the auth service hands it out; a renewed one differs in its tokens and not in its id. */
function session(id: string, token = 'first'): string {
  const payload = btoa(JSON.stringify({ session_id: id, token }))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return JSON.stringify({
    access_token: `e30.${payload.replaceAll('=', '')}.sig`,
    refresh_token: token,
    expires_at: 1,
    user: anna,
  });
}

test('a token that was renewed while the user logged out brings nobody back', async () => {
  const device = await signedIn();
  const storage = sessionStorage(device);
  await storage.setItem('auth', session('one'));
  await endSession(device, 'auth');
  await storage.setItem('auth', session('one', 'renewed'));
  await rememberUser(device, anna);
  expect(await storage.getItem('auth')).toBeNull();
  expect(await readLastUser(device)).toBeNull();
});

test('who logs in again after logging out is kept', async () => {
  const device = await signedIn();
  const storage = sessionStorage(device);
  await storage.setItem('auth', session('one'));
  await endSession(device, 'auth');
  await storage.setItem('auth', session('two'));
  await rememberUser(device, anna);
  expect(await storage.getItem('auth')).toBe(session('two'));
  expect(await readLastUser(device)).toEqual(anna);
});

test('a session that cannot be read is forgotten all the same', async () => {
  const device = await signedIn();
  await sessionStorage(device).setItem('auth', '{half a ses');
  await endSession(device, 'auth');
  expect(await readLastUser(device)).toBeNull();
  expect(await readRevocations(device)).toEqual([]);
});
