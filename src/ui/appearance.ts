/**
 * Light or dark. Without a choice the page follows the system by CSS alone (`light-dark()` and `color-scheme`). A
 * choice is one attribute on the root element, stored in this browser. Without storage only the memory of the choice is
 * lost.
 */
export type Appearance = 'system' | 'light' | 'dark';

const KEY = 'carryover.appearance';

export function readAppearance(): Appearance {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Shows and remembers a choice. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  try {
    if (appearance === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, appearance);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Applies the choice to the page. Called first, before anything renders. */
export function applyAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  if (appearance === 'system') delete root.dataset.appearance;
  else root.dataset.appearance = appearance;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.media ?? meta.media;
    meta.dataset.media = own;
    // Of the page's two theme colours, the one that fits the choice always applies and the other never does.
    meta.media = appearance === 'system' ? own : own.includes(appearance) ? 'all' : 'not all';
  }
}
