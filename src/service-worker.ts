/**
 * Keeps the app itself on the device, so that every route opens without a network. It knows nothing of data: rows live in
 * IndexedDB, and the backend's paths are never answered from here. A new version waits until the page asks for it
 * (`SKIP_WAITING`): nothing is swapped under the user.
 */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

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

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting();
});
