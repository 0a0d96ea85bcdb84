/**
 * How long a waiting worker may take to get in charge, in milliseconds. A request of the page that reaches the old
 * worker at that moment makes Chromium give up the change without a word. The next load of the page completes it.
 */
const TAKE_OVER_MS = 3000;

/** Asks a waiting worker to take over. Resolves when a reload of the page brings its version. */
export function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', goOn);
    goOn();
    worker.postMessage({ type: 'SKIP_WAITING' });
    setTimeout(resolve, TAKE_OVER_MS);
  });
}
