import { chakra } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/quick-entry';
import * as transactions from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { PlusIcon } from '#ui/icons';
import { isTyping } from '#ui/is-typing.ts';
import { openDialogs } from '#ui/open-dialogs.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { OVER, toAdd } from './to-add.ts';

const KEY = 'n';

/**
 * Adds a transaction over the current screen: on phones the middle of the tab bar, which leaves room for it, on
 * desktops a button in the header and a key.
 */
export function AddButton() {
  const navigate = useNavigate();
  // As soon as the button is visible, its key works.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== KEY || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isBusy(event.target)) return;
      event.preventDefault();
      void navigate({ to: '.', search: toAdd, ...OVER });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <chakra.nav
      aria-label={texts.REGION}
      data-in-tabs
      position={{ base: 'fixed', lg: 'static' }}
      insetX="0"
      mx={{ base: 'auto', lg: '0' }}
      width={{ base: 'max-content', lg: 'auto' }}
      bottom="calc(env(safe-area-inset-bottom) + 0.375rem)"
      _print={{ display: 'none' }}
    >
      <Button
        asChild
        variant={{ base: 'solid', lg: 'outline' }}
        size="sm"
        width={{ base: '11', lg: 'auto' }}
        height={{ base: '11', lg: 'auto' }}
        px={{ base: '0', lg: '3' }}
        borderRadius={{ base: 'full', lg: 'md' }}
        boxShadow={{ base: 'none', lg: 'card' }}
        _icon={{ width: { base: '5', lg: '4' }, height: { base: '5', lg: '4' } }}
      >
        <Link
          to="."
          search={toAdd}
          {...OVER}
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
  return openDialogs.top() !== null || isTyping(target);
}
