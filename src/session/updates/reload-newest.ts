import { askToFinish, mayReload, reloadKeepingDrafts } from './reload.ts';
import { takeOver } from './take-over.ts';

/**
 * Loads the newest build, for a server that no longer supports older ones. A plain reload would bring the build that
 * the service worker has stored.
 */
export async function reloadNewest(): Promise<void> {
  if (!mayReload()) return askToFinish();
  const worker = await newestWorker().catch(() => null);
  if (worker) {
    await installed(worker);
    await takeOver(worker);
  }
  await reloadKeepingDrafts();
}

/**
 * A newer worker that does not control the page yet, or null. Rejects without a network and where workers are
 * forbidden.
 */
async function newestWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  return registration?.installing ?? registration?.waiting ?? null;
}

/** Resolves when the worker is no longer being installed; a failed installation makes it redundant. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', goOn);
    goOn();
  });
}
