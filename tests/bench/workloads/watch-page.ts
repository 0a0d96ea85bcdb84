/** Watches a page by its own clock. These functions run in the page and reach nothing outside. */

/** Stores the milliseconds from the start of the navigation to the first transaction in the document, as `firstRow`. */
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
