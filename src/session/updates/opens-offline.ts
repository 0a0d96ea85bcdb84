import { messageSW } from 'workbox-window';

/** `never`: the browser has no service workers on this address. */
export type OpensOffline = 'yes' | 'not_yet' | 'never';

/**
 * Reports whether the app opens without a network, now and after each change, until the returned function is called.
 * The worker in charge knows: it compares what is stored with all parts of its build.
 */
export function watchOpensOffline(report: (answer: OpensOffline) => void): () => void {
  // Undefined on plain-http origins and in some private windows.
  if (!('serviceWorker' in navigator)) {
    report('never');
    return () => {};
  }
  const container = navigator.serviceWorker;
  let left = false;
  const ask = async () => {
    const { active } = await container.ready;
    const hasAll: unknown = active && (await messageSW(active, { type: 'HAS_ALL_PARTS' }));
    if (!left) report(hasAll === true ? 'yes' : 'not_yet');
  };
  const askAgain = () => void ask();
  report('not_yet');
  askAgain();
  container.addEventListener('controllerchange', askAgain);
  return () => {
    left = true;
    container.removeEventListener('controllerchange', askAgain);
  };
}
