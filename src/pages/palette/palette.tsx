import { Suspense, useEffect } from 'react';
import { isTyping } from '#ui/is-typing.ts';
import { dialogOnDemand } from '#ui/on-demand';
import { openDialogs } from '#ui/open-dialogs.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { usePalette } from './palette-state.ts';
import { useAccountKeys } from './use-account-keys.ts';

const PaletteDialog = dialogOnDemand(() => import('./palette-dialog.tsx'));
const KeysDialog = dialogOnDemand(() => import('./keys-dialog.tsx'));

/**
 * Ctrl or Cmd with K opens the palette, and a question mark the list of keys. Over another dialog neither opens. `g`
 * and a digit lead to an account.
 */
export default function Palette() {
  const { open, show } = usePalette();
  useAccountKeys();
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

function wantedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  const { ctrlKey, metaKey, altKey, target } = event;
  const key = shortcutKey(event);
  if (altKey) return null;
  if (ctrlKey || metaKey) return key === 'k' ? 'palette' : null;
  return key === '?' && !isTyping(target) ? 'keys' : null;
}
