import type { Device } from '#store/session/device';
import { readRevocations, watchRevocations } from '#store/session/revocations';
import type { Auth } from './auth-client.ts';

const AGAIN_MS = 60_000;

/**
 * Tells the server of log-outs as long as the page is open. It tries when a log-out is stored, then every minute and
 * when the browser comes online. With several tabs, each of them tries.
 */
export function settleRevocations(device: Device, loadAuth: () => Promise<Pick<Auth, 'revoke'>>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = async () => {
    clearTimeout(timer);
    try {
      const waiting = await readRevocations(device);
      if (waiting.length === 0 || (await (await loadAuth()).revoke(waiting))) return;
    } catch {
      // Screens report an unreadable device, and an unreachable server is tried again.
    }
    timer = setTimeout(settle, AGAIN_MS);
  };
  let told = Promise.resolve();
  /** The next run starts after the current one, which does not know what was stored since. */
  const settle = () => {
    told = told.then(tell);
  };
  addEventListener('online', settle);
  watchRevocations(device, settle);
}
