import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { Device, readLastUser, writeLastUser } from './device.ts';
import { dropRevocation, endSession, readRevocations } from './revocations.ts';
import { sessionStorage } from './session-storage.ts';

const anna = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11', email: 'anna@example.org' };

async function signedIn(): Promise<Device> {
  const device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange });
  const session = {
    access_token: 'access',
    refresh_token: 'refresh',
    expires_at: 1,
    user: { ...anna, factors: [] },
  };
  await sessionStorage(device).setItem('auth', JSON.stringify(session));
  await writeLastUser(device, anna);
  return device;
}

test('logging out forgets the user at once and keeps the tokens for the revocation', async () => {
  const device = await signedIn();
  await endSession(device);
  expect(await readLastUser(device)).toBeNull();
  expect(await sessionStorage(device).getItem('auth')).toBeNull();
  expect(await readRevocations(device)).toEqual([{ userId: anna.id, accessToken: 'access', refreshToken: 'refresh' }]);
});

test('a revocation that the server knows of is dropped, and others stay', async () => {
  const device = await signedIn();
  await endSession(device);
  const [first] = await readRevocations(device);
  await sessionStorage(device).setItem(
    'auth',
    JSON.stringify({ access_token: 'later', refresh_token: 'later', expires_at: 1, user: anna }),
  );
  await endSession(device);
  if (first) await dropRevocation(device, first);
  expect((await readRevocations(device)).map((one) => one.refreshToken)).toEqual(['later']);
});

test('a session that cannot be read is forgotten, too', async () => {
  const device = await signedIn();
  await sessionStorage(device).setItem('auth', '{half a ses');
  await endSession(device);
  expect(await readLastUser(device)).toBeNull();
  expect(await readRevocations(device)).toEqual([]);
});
