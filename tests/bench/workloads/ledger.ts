/** A backend with the built app, and one person with a ledger of the given size. B6 to B9 start from it. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { appDir } from '../../support/built-app.ts';
import { Device } from '../../support/device.ts';
import { seedLedger } from '../ledger-seed.ts';
import { openClient } from '../server-client.ts';

export interface Ledger {
  backend: TestBackend;
  size: number;
  /** A device that is signed in, has everything, and works offline. */
  openDevice(name: string): Promise<Device>;
  /** The folder of the device's profile. */
  profileOf(name: string): string;
  owner: { email: string; password: string };
  accountId: string;
}

/**
 * `origin` is the origin of pages that call the backend beside the app's own. The backend then also has RxDB's table.
 */
export async function openLedger(size: number, folder: string, origin?: string): Promise<Ledger> {
  const withPeer = origin !== undefined && { corsOrigins: [origin], migrationsDir: await migrationsWithPeer(folder) };
  const backend = await startTestBackend({ appDir, ...withPeer });
  const owner = { email: 'ada@example.org', password: 'correct horse battery' };
  const { accountId } = await openClient(backend, owner.email);
  await seedLedger(backend.sql, accountId, size);
  await backend.sql`vacuum analyze public.transactions`;
  const profileOf = (name: string) => join(folder, `${name}-${size}`);
  return {
    backend,
    size,
    owner,
    accountId,
    profileOf,
    async openDevice(name) {
      const device = await Device.open(profileOf(name), `${backend.url}/auth`);
      await device.submitCredentials('Login', owner);
      await device.page.locator('.ledger tbody tr[data-row]').first().waitFor();
      await device.page.getByRole('button', { name: /^Sync: Up to date/ }).waitFor({ timeout: 300_000 });
      await device.offlineReady();
      return device;
    },
  };
}

async function migrationsWithPeer(folder: string): Promise<string> {
  const into = join(folder, 'migrations');
  await cp(fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)), into, { recursive: true });
  await cp(fileURLToPath(new URL('../peers/peer-table.sql', import.meta.url)), join(into, '20990101000000_peer.sql'));
  return into;
}
