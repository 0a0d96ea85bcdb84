/**
 * Tells the style of the page how much room the toasts take at its lower edge (`--toasts`), or over a dialog at the
 * upper one (`--toasts-above`). theme/global-css.ts says what follows.
 */

/** Notes how high the toasts are now. Whoever has scrolled to the end of the page stays there. */
export function leaveRoom(section: HTMLElement): void {
  const root = document.documentElement;
  const height = `${section.offsetHeight}px`;
  const { place } = section.dataset;
  const room = { '--toasts': place === 'page' ? height : '0px', '--toasts-above': place === 'dialog' ? height : '0px' };
  const changed = Object.entries(room).filter(([name, value]) => root.style.getPropertyValue(name) !== value);
  if (changed.length === 0) return;
  const atEnd = scrollY > 0 && scrollY >= root.scrollHeight - root.clientHeight - 1;
  for (const [name, value] of changed) root.style.setProperty(name, value);
  if (atEnd) scrollTo({ top: root.scrollHeight, behavior: 'instant' });
}

/** Keeps it up to date until the returned function is called. Who changes the place of the toasts tells it, too. */
export function followRoom(section: HTMLElement): () => void {
  leaveRoom(section);
  const resized = new ResizeObserver(() => leaveRoom(section));
  resized.observe(section);
  return () => resized.disconnect();
}
