/** The browser of the random histories, where it removes databases: what pages then find. */
import { expect, it } from 'vitest';
import { removeDatabases } from './support/faults/eviction.ts';
import { ANNA } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

it('a page whose database is removed while it is being opened reads an empty one', async () => {
  const device = new SimulatedDevice(ANNA, () => 0);
  const isBeingMade = new Promise<void>((resolve) => device.db.on('populate', () => resolve()));
  const read = device.db.accounts.toArray();
  await isBeingMade;
  await removeDatabases([device]);
  expect(await read).toEqual([]);
  expect(await device.db.accounts.toArray()).toEqual([]);
  device.db.close();
});

it('a page whose open database is removed reads an empty one', async () => {
  const device = new SimulatedDevice(ANNA, () => 0);
  await device.db.meta.put({ key: 'kept', value: true });
  await removeDatabases([device]);
  expect(await device.db.meta.toArray()).toEqual([]);
  device.db.close();
});
