/** A server dies in the middle of a push and comes back on the same folder. Nothing is lost or doubled. */
import { rm } from 'node:fs/promises';
import { expect, type Request, test } from '@playwright/test';
import { makeInstall, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

test('entries that are being sent when the server is killed are there exactly once after it is back', async () => {
  const dataDir = await makeInstall();
  let backend: SpawnedBackend = await spawnBackend({ dataDir, appDir });
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, 'cy@example.org', 'Market stall');
  await phone.offlineReady();
  // An attempt may begin just before the device is online, and then be the one that succeeds.
  const underWay = new Set<Request>();
  phone.page.on('request', (request) => {
    if (request.url().endsWith('/rpc/sync_push') && request.method() === 'POST') underWay.add(request);
  });
  phone.page.on('requestfailed', (request) => underWay.delete(request));

  for (let round = 1; round <= 3; round++) {
    underWay.clear();
    await phone.goOffline();
    for (let entry = 1; entry <= 5; entry++) {
      await phone.add({
        type: 'Income',
        category: 'Salary',
        description: `Sale ${round}-${entry}`,
        amount: `${round}.0${entry}`,
      });
    }
    await phone.goOnline();
    // The service worker may send them instead of the page, which does not see its requests.
    await Promise.any([whenAny(underWay), phone.sent()]);
    await backend.kill();
    backend = await spawnBackend({ dataDir, appDir, port: backend.port });
    await phone.syncNow();
    await phone.upToDate();
  }

  const sql = backend.connect();
  const stored =
    await sql`select description, amount::text, count(*)::int from public.transactions group by 1, 2 order by 1`;
  expect(stored.map(({ description, count }) => [description, count])).toEqual(
    [1, 2, 3].flatMap((round) => [1, 2, 3, 4, 5].map((entry) => [`Sale ${round}-${entry}`, 1])),
  );
  const [account] = await sql`select balance::text from public.accounts`;
  expect(account).toEqual({ balance: '30.45' });
  await phone.expectSummary({ 'Current Balance': '+$30.45' });
  await sql.end();
  await phone.close();
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function whenAny(requests: ReadonlySet<Request>): Promise<void> {
  return expect.poll(() => requests.size, { intervals: [5], timeout: 30_000 }).toBeGreaterThan(0);
}
