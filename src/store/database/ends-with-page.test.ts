// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Device } from '../session/device.ts';
import { Database } from './database.ts';
import { endWithPage } from './ends-with-page.ts';

const USER = '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a12';

let left: Database;
let next: Database;

beforeEach(async () => {
  left = new Database(USER);
  await left.open();
  next = new Database(USER);
});

afterEach(async () => {
  left.close();
  await next.delete();
});

const goToCache = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));

/** The next page has a channel of its own to tell others of changes. Here it shares one, which Dexie has closed. */
function becomeNextPage(): void {
  goToCache();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}

it('a page that goes to the browser’s cache in a transaction leaves the tables to the next page', async () => {
  let isOver = false;
  const runs = Promise.withResolvers<void>();
  const standing = left.transaction('rw', left.meta, async () => {
    await left.meta.put({ key: 'left', value: 1 });
    runs.resolve();
    // Dexie closes the database with the page, but lets what runs go on: in the cache, it never does.
    while (!isOver) await left.meta.count();
  });
  const ended = standing.then(
    () => 'completed',
    () => 'aborted',
  );
  await runs.promise;
  becomeNextPage();
  await next.open();
  await next.meta.put({ key: 'next', value: 2 });
  expect(await next.meta.toCollection().primaryKeys()).toEqual(['next']);
  isOver = true;
  expect(await ended).toBe('aborted');
});

it('the database of the device does the same', async () => {
  const [here, there] = [new Device(), new Device()];
  let isOver = false;
  const runs = Promise.withResolvers<void>();
  const standing = here.transaction('rw', here.items, async () => {
    await here.items.count();
    runs.resolve();
    while (!isOver) await here.items.count();
  });
  const ended = standing.then(
    () => 'completed',
    () => 'aborted',
  );
  await runs.promise;
  becomeNextPage();
  await there.open();
  await there.items.put({ key: 'next', value: 2 });
  isOver = true;
  expect(await ended).toBe('aborted');
  await there.delete();
});

it('a worker ends with its page, unless it has ended before', () => {
  const ended: string[] = [];
  class Standing extends EventTarget {
    readonly #name: string;
    onmessage = null;
    onmessageerror = null;
    onerror = null;
    constructor(name: string) {
      super();
      this.#name = name;
    }
    postMessage(): void {}
    terminate(): void {
      ended.push(this.#name);
    }
  }
  endWithPage(new Standing('search'));
  endWithPage(new Standing('copy'))();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  expect(ended).toEqual([]);
  goToCache();
  expect(ended).toEqual(['search']);
});
