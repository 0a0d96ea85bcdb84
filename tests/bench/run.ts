/**
 * `npm run bench [sizes…]`: the built app in real Chromium with a profile on disk, the real backend on loopback, one device per size.
 * Prints figures of this machine; ratios between the sizes are what holds elsewhere. Not part of `npm test`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend } from '../support/backend.ts';
import buildApp, { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { measureAdding } from './add-to-visible.ts';
import { measureBackfill } from './backfill.ts';
import { seedLedger } from './ledger-seed.ts';
import { inMilliseconds } from './statistics.ts';

const sizes = process.argv.slice(2).map(Number);

async function measure(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-bench-'));
  const backend = await startTestBackend({ appDir });
  try {
    const owner = { email: 'ada@example.org', password: 'correct horse battery' };
    const first = await Device.open(join(folder, 'first'), backend.url);
    await first.signUp(owner);
    await first.logIn(owner);
    await first.createFirstAccount('Household');
    await first.upToDate();
    const [account] = await backend.sql<{ account_id: string }[]>`select account_id from public.accounts`;
    await first.close();
    if (!account) throw new Error('the account never reached the server');
    await seedLedger(backend.sql, account.account_id, count);
    await backend.sql`vacuum analyze public.transactions`;

    const device = await Device.open(join(folder, 'second'), `${backend.url}/auth`);
    const backfill = await measureBackfill(device, owner);
    console.log(`${count} rows, fresh device: first rows ${backfill.firstRows} ms, whole history ${backfill.whole} ms`);
    console.log(`${count} rows, add to visible: ${inMilliseconds(await measureAdding(device))}`);
    await device.close();
  } finally {
    await backend.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await buildApp();
for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) await measure(size);
