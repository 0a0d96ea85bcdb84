import { askToFinish, mayReload, reloadKeepingForms } from './reload.ts';

/**
 * Loads the newest build there is, for a server that understands no older one: a plain reload would bring what the service
 * worker has on this device.
 */
export async function reloadNewest(): Promise<void> {
  if (!(await mayReload())) return askToFinish();
  const worker = await newestWorker().catch(() => null);
  if (!worker) return reloadKeepingForms();
  const goOn = () => {
    if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
    if (worker.state === 'activated' || worker.state === 'redundant') void reloadKeepingForms();
  };
  worker.addEventListener('statechange', goOn);
  goOn();
}

/** A worker that is not in charge yet, or null. Rejects without a network and where workers are forbidden. */
async function newestWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  return registration?.installing ?? registration?.waiting ?? null;
}
