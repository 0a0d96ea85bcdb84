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
