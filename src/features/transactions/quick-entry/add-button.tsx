import { chakra } from '@chakra-ui/react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/quick-entry';
import * as transactions from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { PlusIcon } from '#ui/icons';
import { useScrolledAway } from '../list/use-scrolled-away.ts';
import { toAdd } from './to-add.ts';

const KEY = 'n';

const OUT_OF_THE_WAY = { '&:not(:has(:focus-visible))': { lgDown: { translate: '0 9rem' } } };

const AWAY = {
  '&[data-away]': OUT_OF_THE_WAY,
  'html:has(#content :is(form:not([hidden]), [role=toolbar]), #content :is(input, select, textarea):focus) &':
    OUT_OF_THE_WAY,
};

/**
 * Adds a transaction over the current screen: a floating button on phones, on desktops a button in the header and a
 * key. The floating button steps aside in forms: over the settings, while a form is open on the page or rows are
 * chosen, and while a field has the focus. It is also hidden while the user scrolls down to read. A key that focuses it
 * brings it back.
 */
export function AddButton() {
  const navigate = useNavigate();
  const away = useScrolledAway();
  const inSettings = useLocation({ select: ({ pathname }) => pathname === '/settings' });
  // As soon as the button is visible, its key works.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      void navigate({ to: '.', search: toAdd });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <chakra.nav
      aria-label={texts.REGION}
      data-away={away || undefined}
      display={{ base: inSettings ? 'none' : 'block', lg: 'block' }}
      position={{ base: 'fixed', lg: 'static' }}
      zIndex="bar"
      insetEnd="4"
      bottom="calc(env(safe-area-inset-bottom) + 4.5rem)"
      transition="translate 160ms"
      css={AWAY}
      _print={{ display: 'none' }}
    >
      <Button
        asChild
        variant={{ base: 'solid', lg: 'outline' }}
        size="sm"
        width={{ base: '14', lg: 'auto' }}
        height={{ base: '14', lg: 'auto' }}
        px={{ base: '0', lg: '3' }}
        borderRadius={{ base: 'full', lg: 'md' }}
        boxShadow={{ base: 'float', lg: 'card' }}
        _icon={{ width: { base: '6', lg: '4' }, height: { base: '6', lg: '4' } }}
      >
        <Link
          to="."
          search={toAdd}
          aria-label={transactions.ADD_TITLE}
          aria-keyshortcuts={KEY}
          title={texts.openBy(KEY)}
        >
          <PlusIcon aria-hidden />
          <chakra.span display={{ base: 'none', lg: 'inline' }}>{actions.ADD}</chakra.span>
        </Link>
      </Button>
    </chakra.nav>
  );
}

/** Whether a letter would be typed text, or a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}
