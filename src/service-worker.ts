/**
 * Keeps the app itself on the device, so that every route opens without a network. It never answers requests to the
 * backend's paths. A new version waits until the page asks for it (`SKIP_WAITING`), so it never replaces a page in use.
 * When the browser supports it, the worker also sends waiting entries after the last tab was closed.
 */
import * as v from 'valibot';
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { BackendConfig } from '#domain/backend-config';
import { Device } from '#store/session/device';
import { BACKGROUND_PUSH, pushInBackground } from '#sync/background';

declare const self: ServiceWorkerGlobalScope;

/** Pages and calls that only the backend can answer. */
const BACKEND = /^\/(rest|auth\/v1|functions|realtime|storage|outbox|healthz|config\.json)(\/|$|\?)/;

const CONFIG_CACHE = 'carryover-config';

/** All files of this build: `url` is a path. */
const PARTS = self.__WB_MANIFEST.map((part) => (typeof part === 'string' ? { url: part, revision: null } : part));

precacheAndRoute(PARTS);
cleanupOutdatedCaches();
clientsClaim();

registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [BACKEND] }));

/** The backend's address may change between starts, so the network comes first. Offline, the last response is used. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
  async ({ request }) => {
    const cache = await caches.open(CONFIG_CACHE);
    try {
      const response = await fetch(request);
      if (response.ok) await cache.put(request, response.clone());
      return response;
    } catch {
      return (await cache.match(request)) ?? Response.error();
    }
  },
);

/** The page requested it before this worker was in control, so the worker requests it once itself. */
self.addEventListener('install', (event) => {
  const remember = async () => (await caches.open(CONFIG_CACHE)).add('/config.json');
  event.waitUntil(remember().catch(() => undefined));
});

/** Missing in the types of service workers, because only some browsers have it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

function isPush(event: Event): event is SyncEvent {
  return 'tag' in event && event.tag === BACKGROUND_PUSH;
}

self.addEventListener('sync', (event) => {
  if (isPush(event)) event.waitUntil(push());
});

/** Without the backend's address there is nothing to do. */
async function push(): Promise<void> {
  const response = await (await caches.open(CONFIG_CACHE)).match('/config.json');
  const config = v.safeParse(BackendConfig, await response?.json());
  if (config.success) await pushInBackground(new Device(), config.output);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting();
  if (event.data?.type === 'HAS_ALL_PARTS') {
    event.waitUntil(hasAllParts().then((hasAll) => event.ports[0]?.postMessage(hasAll)));
  }
});

/** Whether the whole app is on the device. The browser may have removed what was stored. */
async function hasAllParts(): Promise<boolean> {
  const requests = await (await caches.open(cacheNames.precache)).keys();
  const stored = new Set<string | undefined>(requests.map(({ url }) => url));
  return PARTS.every(({ url }) => stored.has(getCacheKeyForURL(url)));
}
