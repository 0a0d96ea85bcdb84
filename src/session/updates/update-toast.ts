import * as texts from '#texts/device/updates';
import { showToast } from '#ui/toast';
import { askToFinish, mayReload, reloadKeepingDrafts } from './reload.ts';
import { followServiceWorker } from './service-worker-updates.ts';

/**
 * Registers the service worker and offers a new version in a toast, which stays until it is taken or closed.
 * `workerAtStart` controlled the page when it began.
 */
export async function offerUpdates(workerAtStart: ServiceWorker | null): Promise<void> {
  // Undefined on plain-http origins and in some private windows.
  if (!('serviceWorker' in navigator)) return;
  let takeDown = () => {};
  const offer = (take: () => void) => {
    takeDown();
    const onAction = () => {
      if (mayReload()) return take();
      offer(take);
      askToFinish();
    };
    const action = { label: texts.RELOAD, onAction };
    takeDown = showToast({ title: texts.NEW_VERSION, tone: 'info', duration: null, action });
  };
  // The new worker may take over some time after it was asked to, and the user may have begun something meanwhile.
  const reload = async () => {
    if (mayReload()) await reloadKeepingDrafts();
    else offer(() => void reloadKeepingDrafts());
  };
  await followServiceWorker(workerAtStart, { offer, reload: () => void reload() });
}
