/** The browser of the other tests has what the app needs, in a profile on disk: storage, locks and a service worker. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { openProfile } from '../support/chromium.ts';
import { profileFolder } from '../support/profile-folder.ts';

const worker = `
  self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  self.addEventListener('fetch', (event) =>
    event.respondWith(caches.match('/').then((page) => page ?? fetch(event.request))));
  self.addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/'))));
`;

const server = createServer((request, response) => {
  const isWorker = request.url === '/worker.js';
  response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
  response.end(isWorker ? worker : '<!doctype html><title>Page</title><h1>Open</h1>');
});

let address = '';

test.beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  address = `http://127.0.0.1:${bound.port}/`;
});

test.afterAll(() => {
  server.close();
});

/** Stores a value in IndexedDB, or reads it if there is no value to store. */
function remember(page: Page, value?: number): Promise<unknown> {
  return page.evaluate((stored) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const open = indexedDB.open('memory', 1);
    open.onerror = () => reject(open.error);
    open.onupgradeneeded = () => open.result.createObjectStore('values');
    open.onsuccess = () => {
      const transaction = open.result.transaction('values', 'readwrite');
      const values = transaction.objectStore('values');
      const request = stored === undefined ? values.get('key') : values.put(stored, 'key');
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    };
    return promise;
  }, value);
}

test('a profile on disk keeps its data and its service worker, and opens without a network', async () => {
  const profile = profileFolder('profile');
  const first = await openProfile(profile);
  const page = await first.newPage();
  await page.goto(address);
  await remember(page, 42);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator, 'randomUUID' in crypto])).toEqual([
    true,
    true,
    true,
  ]);
  await first.close();

  const second = await openProfile(profile);
  await second.setOffline(true);
  const again = await second.newPage();
  await again.goto(address);
  await expect(again.getByRole('heading', { name: 'Open' })).toBeVisible();
  expect(await remember(again)).toBe(42);
  await second.close();
});
