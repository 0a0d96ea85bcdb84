/** Databases of today's app with everything that may wait in them: what the recorder makes of a release. */

import { liveThrough } from '../../releases/recorder/device-states/live.ts';
import { EVERYBODY } from '../../releases/recorder/device-states/people.ts';
import { startServer } from '../../releases/recorder/device-states/server.ts';
import { type Dump, dumpOf } from './device-dump.ts';

export interface TodaysDevice {
  name: string;
  database: Dump;
}

export async function todaysDevices(): Promise<TodaysDevice[]> {
  const devices: TodaysDevice[] = [];
  const server = await startServer(EVERYBODY);
  try {
    await liveThrough(server, async (name, device) => {
      devices.push({ name, database: await dumpOf(device.db) });
    });
  } finally {
    await server.stop();
  }
  return devices;
}
