/** Asks the browser, where it can, to wake the service worker when there is a network, for what still waits then (S31). */
import type { Database } from '#store/database';
import { countWaiting } from '#store/outbox';
import { BACKGROUND_PUSH } from './background.ts';
import { whenOutboxChanges } from './outbox-changes.ts';

/** Not every browser has it, and the types of none name it. */
interface Registration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks when the app is left or the network goes while something waits, until the returned function is called. */
export function requestBackgroundPush(db: Database): () => void {
  const ask = () => {
    askIfWaiting(db).catch(() => {
      // Refused, or without a service worker: the app sends what waits when it is opened.
    });
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') ask();
  };
  const stopWatching = whenOutboxChanges(db, () => {
    if (!navigator.onLine) ask();
  });
  document.addEventListener('visibilitychange', hidden);
  window.addEventListener('offline', ask);
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', hidden);
    window.removeEventListener('offline', ask);
  };
}

async function askIfWaiting(db: Database): Promise<void> {
  if ((await countWaiting(db)) === 0) return;
  // Absent on plain-http origins.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const registration: Registration | undefined = await container?.getRegistration();
  await registration?.sync?.register(BACKGROUND_PUSH);
}
