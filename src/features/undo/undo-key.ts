import { shortcutKey } from '#ui/shortcut-key.ts';

export type UndoKey = 'undo' | 'redo';

/** Ctrl or Cmd with Z undoes. With Shift and Z, or Ctrl and Y, it does again. In a field the keys are the browser's. */
export function undoKeyOf(event: KeyboardEvent): UndoKey | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!(ctrlKey || metaKey) || altKey || isTyping(event.target)) return null;
  const letter = shortcutKey(event);
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}

/** A checkbox has nothing typed in it. */
function isTyping(target: EventTarget | null): boolean {
  const field = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';
  return target instanceof HTMLElement && target.closest(field) !== null;
}
