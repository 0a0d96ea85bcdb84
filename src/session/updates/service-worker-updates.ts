/**
 * New builds of the app from the service worker. They are offered and never replace a page in use. A waiting worker
 * takes over when the user accepts, and other tabs are told. Without service workers (private windows, plain http,
 * forbidden) the app works, too, and each load brings the newest build.
 */
import { Workbox } from 'workbox-window';
import { takeOver } from './take-over.ts';

/** How often an open page checks for a new build when it comes to the front, in milliseconds. */
const ASK_EVERY_MS = 60 * 60_000;

/** A server may have been away although the browser never was offline. After this time in ms it is asked again. */
const REGISTER_AGAIN_MS = 30_000;

interface Updates {
  /** Shows the offer instead of an earlier one; `take` accepts it. */
  offer(take: () => void): void;
  reload(): void;
}

/**
 * Registers the worker, as often as it takes until the app is on the device. A failure costs only offline starts, so it
 * is not an error of the app. `workerAtStart` controlled the page when it began, which may be a while ago.
 */
export async function followServiceWorker(
  workerAtStart: ServiceWorker | null,
  { offer, reload }: Updates,
): Promise<void> {
  const container = navigator.serviceWorker;
  let inCharge = container.controller;
  let asked = false;
  const take = async (worker: ServiceWorker) => {
    asked = true;
    await takeOver(worker);
    reload();
  };
  const offerWorker = (worker: ServiceWorker) => offer(() => void take(worker));
  if (workerAtStart && workerAtStart !== inCharge) offer(reload);
  // Before the registration, which may last until a worker has taken control. Workbox would miss that one.
  container.addEventListener('controllerchange', () => {
    // On a page without a worker, the first worker that takes control brings nothing new.
    if (inCharge && !asked) offer(reload);
    inCharge = container.controller;
  });
  for (;;) {
    const again = networkMayBeBack();
    // An instance of Workbox registers once.
    const workbox = new Workbox('/service-worker.js');
    let registration: ServiceWorkerRegistration | undefined;
    // Workbox takes the first worker of all for a new version when it becomes active late, as Firefox lets it.
    workbox.addEventListener('waiting', ({ sw }) => sw && registration?.active && offerWorker(sw));
    registration = await register(workbox);
    if (registration) offerWhenInstalled(registration, offerWorker);
    if (registration && (await isStored(registration))) return askWhenShown(workbox);
    await again;
  }
}

/** Browsers refuse in many ways. One that blocks workers may even return undefined, which Workbox does not expect. */
async function register(workbox: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await workbox.register();
  } catch {
    return undefined;
  }
}

/**
 * Whether a worker has stored the app, after it has been installed. When a part does not load, the browser drops the
 * worker and its registration. The parts that did load stay for the next one.
 */
async function isStored({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting) return true;
  if (!installing) return false;
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => resolve(), { once: true });
    if (installing.state !== 'installing') resolve();
  });
  return installing.state !== 'redundant';
}

/** Resolves when the browser comes online, or after a while. Called before an attempt, whose end may be seen late. */
function networkMayBeBack(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, REGISTER_AGAIN_MS);
    addEventListener('online', goOn);
  });
}

/** Of workers that were there before the page registered. The first worker of all has nobody to wait for. */
function offerWhenInstalled(
  { installing, waiting, active }: ServiceWorkerRegistration,
  offer: (worker: ServiceWorker) => void,
): void {
  if (!active) return;
  if (waiting) offer(waiting);
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') offer(installing);
  });
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
