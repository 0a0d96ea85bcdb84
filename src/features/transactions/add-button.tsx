import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as texts from '#texts/quick-entry';
import { Button } from '#ui/button';
import { PlusIcon } from '#ui/icons';

/** Adds a transaction over the screen one is at: a floating button on phones, the key `n` beside a keyboard. */
export function AddButton() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      void navigate({ to: '.', search: toAdd });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <nav aria-label={texts.REGION}>
      <Button
        asChild
        display={{ base: 'grid', lg: 'none' }}
        placeItems="center"
        position="fixed"
        zIndex="bar"
        insetEnd="4"
        bottom="calc(env(safe-area-inset-bottom) + 4.5rem)"
        width="14"
        height="14"
        px="0"
        borderRadius="full"
        boxShadow="float"
        _print={{ display: 'none' }}
        _icon={{ width: '6', height: '6' }}
      >
        <Link to="." search={toAdd} aria-label={texts.OPEN}>
          <PlusIcon aria-hidden />
        </Link>
      </Button>
    </nav>
  );
}

/** The address of the same screen with quick entry over it. */
function toAdd<Search extends object>(search: Search): Search & { add: 'expense' } {
  return { ...search, add: 'expense' };
}

/** Where a letter is text, or a dialog has the floor. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}
