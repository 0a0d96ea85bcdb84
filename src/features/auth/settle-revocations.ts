import type { Device } from '#store/device';
import { readRevocations, watchRevocations } from '#store/revocations';
import type { Auth } from './auth-client.ts';

const AGAIN_MS = 60_000;

/**
 * Tells the server of log-outs as long as the page is open: when one is written down, and what it could not be told, after a
 * minute or when the browser comes online.
 */
export function settleRevocations(device: Device, loadAuth: () => Promise<Auth>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling = false;
  const settle = async () => {
    if (telling) return;
    telling = true;
    clearTimeout(timer);
    try {
      if ((await readRevocations(device)).length > 0) await (await loadAuth()).settleRevocations();
    } catch {
      // What cannot be read is said by the screens; who cannot be reached is tried again.
    }
    telling = false;
    const left = await readRevocations(device).catch(() => []);
    if (left.length > 0) timer = setTimeout(() => void settle(), AGAIN_MS);
  };
  addEventListener('online', () => void settle());
  watchRevocations(device, () => void settle());
}
