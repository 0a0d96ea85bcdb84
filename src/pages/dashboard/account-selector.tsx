import { chakra } from '@chakra-ui/react';
import { Suspense, useId, useRef, useState } from 'react';
import * as texts from '#texts/pages/active-account';
import { ChevronDownIcon } from '#ui/icons';
import { dialogOnDemand } from '#ui/on-demand';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { AccountView } from '../../session/accounts/use-accounts.ts';

const AccountsSheet = dialogOnDemand(() => import('../account-choice/accounts-sheet.tsx'));

/** Shows the account, or all of them, as the page's title, and opens the list of accounts. */
export function AccountSelector({ accounts, name }: { accounts: readonly AccountView[]; name: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [below, setBelow] = useState<DOMRect | null>(null);
  return (
    <>
      <VisuallyHidden id={`${id}-label`}>{texts.ACTIVE_ACCOUNT}</VisuallyHidden>
      <chakra.button
        ref={button}
        type="button"
        aria-labelledby={`${id}-label ${id}-name`}
        aria-haspopup="dialog"
        display="inline-flex"
        alignItems="center"
        gap="2"
        minWidth="0"
        maxWidth="full"
        minHeight="11"
        px="3"
        ms="-3"
        borderRadius="md"
        fontSize="lg"
        fontWeight="semibold"
        letterSpacing="tight"
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'sunken' }}
        onClick={() => setBelow(button.current?.getBoundingClientRect() ?? null)}
      >
        <chakra.span id={`${id}-name`} truncate>
          {name}
        </chakra.span>
        <chakra.span color="fg.muted" flexShrink="0">
          <ChevronDownIcon size={16} aria-hidden />
        </chakra.span>
      </chakra.button>
      {below && (
        <Suspense>
          <AccountsSheet accounts={accounts} below={below} onClose={() => setBelow(null)} />
        </Suspense>
      )}
    </>
  );
}
