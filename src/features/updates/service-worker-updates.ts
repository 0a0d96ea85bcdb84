/**
 * New builds of the app, as the service worker brings them: offered, never swapped under the user. A waiting worker takes
 * over when the user takes the offer; other tabs are told when one of them has taken it. Without service workers (private
 * windows, plain http, forbidden) the app works all the same and each load brings the newest build.
 */
import { Workbox } from 'workbox-window';

/** How often a page that stays open asks for a new build when it comes to the front. */
const ASK_EVERY_MS = 60 * 60_000;

interface Updates {
  /** Puts the offer up, in the place of an earlier one; `take` accepts it. */
  offer(take: () => void): void;
  reload(): void;
}

/**
 * Registers the worker. What goes wrong costs offline starts and nothing else, so it is not an error of the app.
 * `workerAtStart` was in charge when the page began, which may be a while ago.
 */
export async function followServiceWorker(
  workerAtStart: ServiceWorker | null,
  { offer, reload }: Updates,
): Promise<void> {
  const workbox = new Workbox('/service-worker.js');
  // A worker takes charge of a page that had none without anything new having come.
  let inCharge = navigator.serviceWorker.controller !== null;
  let asked = false;
  if (workerAtStart && workerAtStart !== navigator.serviceWorker.controller) offer(reload);
  workbox.addEventListener('waiting', () =>
    offer(() => {
      asked = true;
      workbox.messageSkipWaiting();
    }),
  );
  workbox.addEventListener('controlling', () => {
    if (inCharge && asked) reload();
    else if (inCharge) offer(reload);
    inCharge = true;
  });
  try {
    await workbox.register();
  } catch {
    // Browsers refuse in many ways; one that blocks workers may even answer with nothing, which Workbox does not expect.
    return;
  }
  askWhenShown(workbox);
}

function askWhenShown(workbox: Workbox): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < ASK_EVERY_MS) return;
    last = Date.now();
    // Offline there is nothing new.
    workbox.update().catch(() => {});
  });
}
