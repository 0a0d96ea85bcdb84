import type { Device } from '#store/device';
import { readRevocations, watchRevocations } from '#store/revocations';
import type { Auth } from './auth-client.ts';

const AGAIN_MS = 60_000;

/**
 * Tells the server of log-outs as long as the page is open: when one is written down, and what it could not be told, after a
 * minute or when the browser comes online. Of several tabs, each tells it.
 */
export function settleRevocations(device: Device, loadAuth: () => Promise<Pick<Auth, 'revoke'>>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = async () => {
    clearTimeout(timer);
    try {
      const waiting = await readRevocations(device);
      if (waiting.length === 0 || (await (await loadAuth()).revoke(waiting))) return;
    } catch {
      // What cannot be read is said by the screens; who cannot be reached is tried again.
    }
    timer = setTimeout(settle, AGAIN_MS);
  };
  let told = Promise.resolve();
  /** After what is going on, for that knows nothing of what came since. */
  const settle = () => {
    told = told.then(tell);
  };
  addEventListener('online', settle);
  watchRevocations(device, settle);
}
