/**
 * Logs in over HTTP and leaves on the device what the log-in form leaves, in a fraction of its time.
 * tests/e2e/given-session.spec.ts compares the two.
 */
import type { Page } from '@playwright/test';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import * as v from 'valibot';
import { BackendConfig } from '../../src/domain/backend-config.ts';
import { createAuthClient } from '../../src/features/auth/backend-client.ts';
import { Device } from '../../src/store/session/device.ts';
import { SESSION_KEY, sessionStorage } from '../../src/store/session/session-storage.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** A row of the device's database. Its value is opaque here. */
export interface Item {
  key: string;
  value: unknown;
}

/** Logs the page's browser in. `url` is the app's address. Afterwards the page is on this origin, without the app. */
export async function giveSession(page: Page, url: string, credentials: Credentials): Promise<void> {
  const items = await logInOverHttp(url, credentials);
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate(putItems, items);
}

/** What the product's own session storage keeps of a new session. */
async function logInOverHttp(url: string, credentials: Credentials): Promise<Item[]> {
  const config = v.parse(BackendConfig, await (await fetch(new URL('/config.json', url))).json());
  const device = new Device({ indexedDB: new IDBFactory(), IDBKeyRange });
  const auth = createAuthClient(config, {
    storage: sessionStorage(device),
    storageKey: SESSION_KEY,
    autoRefreshToken: false,
  });
  const { error } = await auth.signInWithPassword(credentials);
  if (error) throw error;
  const items = await device.items.toArray();
  device.close();
  return items;
}

/** Runs in the page. Makes the device's database as Dexie does, whose version 1 is 10 for the browser. */
function putItems(items: Item[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('carryover-device', 10);
    opening.onupgradeneeded = () => opening.result.createObjectStore('items', { keyPath: 'key' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('items', 'readwrite');
      for (const item of items) transaction.objectStore('items').put(item);
      transaction.onerror = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
