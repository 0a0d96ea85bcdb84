import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { idOf } from '../database/rows.fixture.ts';
import { Device, readLastUser, writeLastUser } from './device.ts';

let device: Device;
beforeEach(() => {
  device = new Device();
});
afterEach(() => device.delete());

it('remembers the last signed-in user, and forgets on demand', async () => {
  expect(await readLastUser(device)).toBeNull();
  await writeLastUser(device, { id: idOf(1), email: 'anna@example.org' });
  expect(await readLastUser(device)).toEqual({ id: idOf(1), email: 'anna@example.org' });
  await writeLastUser(device, null);
  expect(await readLastUser(device)).toBeNull();
});

it('treats a damaged last user as none', async () => {
  await device.items.put({ key: 'last-user', value: { id: 5 } });
  expect(await readLastUser(device)).toBeNull();
});
