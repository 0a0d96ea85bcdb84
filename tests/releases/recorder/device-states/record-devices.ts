/**
 * Databases of devices, each as it stood at one moment. At the end the release itself drains every outbox. What its
 * server and its people then have is what later releases have to arrive at.
 */
import { mkdirSync } from 'node:fs';
import { dumpOf } from '../../../sync/support/device-dump.ts';
import { shownBy } from '../../../sync/support/device-shown.ts';
import { Device, untilNothingIsHeld } from './device.ts';
import type { Keep } from './keep.ts';
import { liveThrough } from './live.ts';
import { EVERYBODY } from './people.ts';
import { startServer } from './server.ts';
import { writeParts } from './write.ts';

export async function recordDevices(folder: string): Promise<void> {
  mkdirSync(`${folder}postgres`, { recursive: true });
  const devices: { name: string; device: Device }[] = [];
  const write = (name: string, value: object) => writeParts(`${folder}postgres/${name}.json`, value);
  const keep: Keep = async (name, device, about) => {
    const shown = await shownBy(device.simulated);
    write(name, { about, user: device.owner, shown, database: await dumpOf(device.db) });
    devices.push({ name, device });
  };
  const server = await startServer(EVERYBODY);
  try {
    await liveThrough(server, keep);
    await server.save(folder);

    await untilNothingIsHeld();
    const afterwards: Record<string, object> = {};
    for (const { name, device } of devices) {
      device.simulated.reload();
      await device.sync();
      await device.sync();
      const { waiting, toSettle } = await shownBy(device.simulated);
      if (waiting > 0) throw new Error(`${name} was not drained`);
      afterwards[name] = { toSettle };
    }
    write('drained', {
      order: devices.map(({ name }) => name),
      afterwards,
      rows: await server.rows(),
      seen: await Promise.all(
        EVERYBODY.map(async (person) => {
          const device = new Device(server, person);
          await device.sync();
          return { user: person, shown: await shownBy(device.simulated) };
        }),
      ),
    });
  } finally {
    await server.stop();
  }
}
