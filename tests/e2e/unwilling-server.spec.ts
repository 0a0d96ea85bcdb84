/** A server that is down, slow or answers nonsense never blocks entering. The header says honestly what waits. */
import { expect, type Route, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const faults: { name: string; answer: (route: Route) => Promise<void> }[] = [
  { name: 'is down', answer: (route) => route.abort('connectionrefused') },
  { name: 'never answers', answer: () => Promise.resolve() },
  {
    name: 'answers nonsense',
    answer: (route) => route.fulfill({ status: 200, body: '<h1>Welcome to the hotel</h1>' }),
  },
  { name: 'answers something else', answer: (route) => route.fulfill({ status: 200, json: { verdicts: 'yes' } }) },
  { name: 'fails', answer: (route) => route.fulfill({ status: 500, body: 'out of order' }) },
];

for (const [index, { name, answer }] of faults.entries()) {
  test(`while the server ${name}, entries are taken, and they reach it once afterwards`, async () => {
    const device = await Device.ofNewPerson(profileFolder('profile'), backend.url, `owner${index}@example.org`);

    const arrived = async () => {
      const rows = await backend.sql`
        select description from public.transactions
        where description in (${`Lunch ${index}`}, ${`Dinner ${index}`}) order by 1`;
      return rows.map(({ description }) => description);
    };
    let asked = 0;
    await device.page.route('**/rest/v1/**', (route) => {
      asked += 1;
      return answer(route);
    });
    await device.add({ category: 'Food', description: `Lunch ${index}`, amount: '12.50' });
    await device.add({ category: 'Food', description: `Dinner ${index}`, amount: '20' });
    await device.expectSummary({ 'Total Expenses': '$32.50' });
    await expect.poll(() => asked).toBeGreaterThan(0);
    await expect(device.syncState).toHaveAccessibleName(/2 waiting|Syncing/);
    expect(await arrived()).toEqual([]);

    await device.page.unroute('**/rest/v1/**');
    await device.syncNow();
    await device.upToDate();
    expect(await arrived()).toEqual([`Dinner ${index}`, `Lunch ${index}`]);
    await device.close();
  });
}
