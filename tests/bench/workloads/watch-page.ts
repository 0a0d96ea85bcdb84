/** What a page is watched for, by its own clock. These run in the page: nothing from outside is in reach. */

/** Keeps the milliseconds from the start of the navigation to the first transaction in the document, as `firstRow`. */
export function watchForFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.ledger tbody tr[data-row]')) return;
    observer.disconnect();
    Reflect.set(globalThis, 'firstRow', performance.now());
  });
  observer.observe(document, { childList: true, subtree: true });
}

export function firstRow(): unknown {
  return Reflect.get(globalThis, 'firstRow');
}

/** Keeps the durations of what occupies the main thread for more than 50 ms, as `longTasks`. */
export function watchLongTasks(): void {
  const durations: number[] = [];
  Reflect.set(globalThis, 'longTasks', durations);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) durations.push(Math.round(entry.duration));
  }).observe({ type: 'longtask' });
}

/** What was kept since it was last asked for. */
export function takeLongTasks(): unknown {
  const durations: unknown = Reflect.get(globalThis, 'longTasks');
  return Array.isArray(durations) ? durations.splice(0) : [];
}
