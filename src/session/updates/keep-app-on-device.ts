import { whenIdle } from '#ui/when-idle.ts';
import { offerUpdates } from './update-toast.ts';

/**
 * The worker that brought this page. When the app begins to follow updates, another tab may have put a newer one in
 * control.
 */
const workerAtStart = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;

const IDLE_WITHIN_MS = 1000;

let begun = false;

/**
 * Stores the app on the device, so that it opens without a network, and follows its updates. At 100,000 rows this made
 * a first pull half as long again, so it is called when the page is quiet. Further calls do nothing.
 */
export function keepAppOnDevice(): void {
  if (begun || !import.meta.env.PROD) return;
  begun = true;
  const follow = () => void offerUpdates(workerAtStart);
  // Without a worker the network may be gone in a moment. With one, the app is stored and only its updates can wait.
  if (!workerAtStart) follow();
  else whenIdle(follow, IDLE_WITHIN_MS);
}
