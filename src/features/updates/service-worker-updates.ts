/**
 * New builds of the app, as the service worker brings them: offered, never swapped under the user. A waiting worker takes
 * over when the user takes the offer; other tabs are told when one of them has taken it. Without service workers (private
 * windows, plain http, forbidden) the app works all the same and each load brings the newest build.
 */

/** How often a page that stays open asks for a new build when it comes to the front. */
const ASK_EVERY_MS = 60 * 60_000;

export interface Updates {
  /** Puts the offer up, in the place of an earlier one; `take` accepts it. */
  offer(take: () => void): void;
  reload(): void;
}

/** Registers the worker. What goes wrong costs offline starts and nothing else, so it is not an error of the app. */
export async function followServiceWorker(
  container: ServiceWorkerContainer,
  { offer, reload }: Updates,
): Promise<ServiceWorkerRegistration | null> {
  let controlled = container.controller !== null;
  let asked = false;
  container.addEventListener('controllerchange', () => {
    if (!controlled) controlled = true;
    else if (asked) reload();
    else offer(reload);
  });
  const registration = await register(container);
  if (!registration) return null;

  const take = () => {
    // Without a waiting worker another tab has taken the offer meanwhile.
    if (!registration.waiting) return reload();
    asked = true;
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  };
  const look = () => {
    if (registration.waiting && container.controller) offer(take);
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  look();
  askWhenShown(registration);
  return registration;
}

/** Browsers refuse in many ways; a test browser that blocks workers answers with nothing at all. */
async function register(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await container.register('/service-worker.js')) ?? null;
  } catch {
    return null;
  }
}

function askWhenShown(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < ASK_EVERY_MS) return;
    last = Date.now();
    // Offline there is nothing new.
    registration.update().catch(() => {});
  });
}
