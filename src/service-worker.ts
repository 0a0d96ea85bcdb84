/**
 * Keeps the app itself on the device, so that every route opens without a network; the backend's paths are never answered from
 * here. A new version waits until the page asks for it (`SKIP_WAITING`): nothing is swapped under the user. Where the browser
 * wakes it for that, it sends what still waits when the last tab is closed.
 */
import * as v from 'valibot';
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { BackendConfig } from '#domain/backend-config';
import { Device } from '#store/device';
import { BACKGROUND_PUSH, pushInBackground } from '#sync/background';

declare const self: ServiceWorkerGlobalScope;

/** Pages and calls that only the backend can answer. */
const BACKEND = /^\/(rest|auth\/v1|functions|realtime|storage|outbox|healthz|config\.json)(\/|$|\?)/;

const CONFIG_CACHE = 'carryover-config';

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();

registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [BACKEND] }));

/** Where the backend is may change between starts, so the network is asked first; offline the last answer holds. */
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

/** The page asked before this worker was in charge, so the worker asks once itself. */
self.addEventListener('install', (event) => {
  const remember = async () => (await caches.open(CONFIG_CACHE)).add('/config.json');
  event.waitUntil(remember().catch(() => undefined));
});

/** Not among the types of service workers: only some browsers have it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

function isPush(event: Event): event is SyncEvent {
  return 'tag' in event && event.tag === BACKGROUND_PUSH;
}

self.addEventListener('sync', (event) => {
  if (isPush(event)) event.waitUntil(push());
});

/** Without having been told where the backend is there is nothing to do. */
async function push(): Promise<void> {
  const response = await (await caches.open(CONFIG_CACHE)).match('/config.json');
  const config = v.safeParse(BackendConfig, await response?.json());
  if (config.success) await pushInBackground(new Device(), config.output);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting();
});
