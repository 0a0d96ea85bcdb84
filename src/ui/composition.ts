/**
 * While somebody composes a character, as in Japanese or with an accent, the keys belong to the composition: Enter
 * takes a word, arrows choose one, and Escape leaves it. No code of the page sees these keys.
 */

/** Safari ends the composition before it tells of its last key, which still has this code. */
const IN_COMPOSITION = 229;

/** Whether the key belongs to a composition. */
export function belongsToComposition({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === IN_COMPOSITION;
}

/** Keeps these keys from every listener of the page, until the returned function is called. */
export function keepCompositionKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (belongsToComposition(event)) event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKey, true);
  return () => removeEventListener('keydown', onKey, true);
}
