/** Most browser tests are given a session instead of typing into the log-in form. The device is the same afterwards. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { giveSession } from '../support/given-session.ts';
import { register, visit } from '../support/person.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
  await register(backend, ada.email);
});

test.afterAll(() => backend.stop());

/** What the app keeps on the device. Runs in the page. Of what differs between two log-ins, only the kind counts. */
async function readKept(): Promise<unknown> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  /** Tokens and their times. */
  const anew = /token|expires|_at$/;
  /** What a device notes of itself and of its last sync. */
  const notes = ['device', 'pull', 'server-time', 'sync'];
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith('{')) return plain(JSON.parse(value));
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const isNote = 'key' in value && notes.some((note) => note === value.key);
    const isAnew = (key: string) => anew.test(key) || (isNote && key === 'value');
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isAnew(key) ? typeof one : plain(one)]));
  };
  const databases: [string, number, [string, unknown][]][] = [];
  for (const { name = '', version = 0 } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    const stores: [string, unknown][] = [];
    for (const store of database.objectStoreNames) {
      stores.push([store, plain(await done(database.transaction(store).objectStore(store).getAll()))]);
    }
    database.close();
    databases.push([name, version, stores]);
  }
  return { databases: databases.sort(([a], [b]) => (a < b ? -1 : 1)), local: { ...localStorage } };
}

/** Waits until the dashboard shows what the first pull brought. */
async function keptWhenUpToDate(page: Page): Promise<unknown> {
  await expect(page.getByText('Current Balance')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sync: Up to date/ })).toBeVisible();
  return page.evaluate(readKept);
}

test('a given session leaves on a device what the log-in form leaves', async ({ browser }) => {
  const typed = await (await visit(browser, backend)).open('/auth');
  const form = typed.getByRole('tabpanel', { name: 'Login' });
  await form.getByLabel('Email').fill(ada.email);
  await form.getByLabel('Password', { exact: true }).fill(ada.password);
  await form.getByLabel('Password', { exact: true }).press('Enter');
  const expected = await keptWhenUpToDate(typed);

  const given = await (await visit(browser, backend)).context.newPage();
  await giveSession(given, backend.url, ada);
  await given.goto('/');
  expect(await keptWhenUpToDate(given)).toEqual(expected);
  await Promise.all([typed.context().close(), given.context().close()]);
});
