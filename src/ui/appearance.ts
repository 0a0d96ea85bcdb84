/**
 * Light or dark. Without a choice the page follows the system by CSS alone (`light-dark()` and `color-scheme`); a choice is one
 * attribute on the root element, kept in this browser. Storage that is refused costs only the memory of the choice.
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
    // The choice holds until the page is closed.
  }
}

/** Puts the choice on the page; called first of all, before anything is drawn. */
export function applyAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  if (appearance === 'system') delete root.dataset.appearance;
  else root.dataset.appearance = appearance;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.media ?? meta.media;
    meta.dataset.media = own;
    // Of the two colours in the page, the one that fits the choice applies always and the other never.
    meta.media = appearance === 'system' ? own : own.includes(appearance) ? 'all' : 'not all';
  }
}
