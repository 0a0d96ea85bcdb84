import type { Credentials, Device } from '../support/device.ts';

export interface Backfill {
  /** From the click on "Log in" to the newest rows on the screen, milliseconds. */
  firstRows: number;
  /** To the last month being on the device. */
  whole: number;
}

/** Signs in on a device that has nothing yet. */
export async function measureBackfill(device: Device, owner: Credentials): Promise<Backfill> {
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  await device.submitCredentials('Login', owner);
  await device.page.locator('.ledger tbody tr').first().waitFor();
  const firstRows = since();
  await device.upToDate();
  return { firstRows, whole: since() };
}
