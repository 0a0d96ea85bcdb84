/** Asks the browser to wake the service worker for waiting entries once there is a network, where it can (S31a). */
import type { Database } from '#store/database/database';
import { countWaiting } from '#store/outbox/outbox';
import { BACKGROUND_PUSH } from './background.ts';
import { whenOutboxChanges } from './outbox-changes.ts';

/** Not every browser has `sync`, and TypeScript's types do not name it. */
interface Registration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks when the user leaves the app or the network goes while something waits. The returned function ends that. */
export function requestBackgroundPush(db: Database): () => void {
  const ask = () => {
    askIfWaiting(db).catch(() => {
      // The browser refused, or there is no service worker. The app sends what waits when it is opened.
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
  // `serviceWorker` is absent on plain-http origins.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const registration: Registration | undefined = await container?.getRegistration();
  await registration?.sync?.register(BACKGROUND_PUSH);
}
