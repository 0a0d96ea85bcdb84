/** Waits until every entry of the device's outbox has its verdict and has come back. */
import type { Page } from '@playwright/test';

/** Milliseconds between two looks. Each waits for what the device is writing. */
const LOOK_MS = 200;

export async function untilOutboxIsEmpty(page: Page): Promise<void> {
  while ((await page.evaluate(countEntries)) > 0) await page.waitForTimeout(LOOK_MS);
}

/** How many entries are in the outbox. One that has its verdict stays until its rows have come back. */
async function countEntries(): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let entries = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('carryover-') || name === 'carryover-device') continue;
    const database = await done(indexedDB.open(name));
    entries += await done(database.transaction('outbox').objectStore('outbox').count());
    database.close();
  }
  return entries;
}
