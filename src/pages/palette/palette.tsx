import { Suspense, useEffect } from 'react';
import { dialogOnDemand } from '#ui/on-demand';
import { openDialogs } from '#ui/open-dialogs.ts';
import { usePalette } from './palette-state.ts';

const PaletteDialog = dialogOnDemand(() => import('./palette-dialog.tsx'));
const KeysDialog = dialogOnDemand(() => import('./keys-dialog.tsx'));

/** Ctrl or Cmd with K opens the palette, and a question mark the list of keys. Over another dialog neither opens. */
export default function Palette() {
  const { open, show } = usePalette();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = wantedBy(event);
      if (wanted === null) return;
      if (openDialogs.top() !== null) return;
      event.preventDefault();
      show(wanted);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [show]);
  const close = () => show(null);
  return (
    <Suspense>
      {open === 'palette' && <PaletteDialog onClose={close} onKeys={() => show('keys')} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
}

function wantedBy({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): 'palette' | 'keys' | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  return key === '?' && !isTyping(target) ? 'keys' : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}
