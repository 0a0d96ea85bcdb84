import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import { BrandMark } from '#ui/brand-mark';
import { Button } from '#ui/button';
import { useSession } from '../session/session.tsx';
import { SyncControl } from '../sync-status/sync-control.tsx';
import { AccountMenu } from './account-menu.tsx';

/** The product's name, where the user's entries are, and who is signed in. */
export function Header() {
  const { status } = useSession();
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="header"
      bg="canvas"
      borderBottomWidth={{ base: '1px', lg: '0' }}
      borderColor="line"
      pt="env(safe-area-inset-top)"
    >
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        height="14"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
      >
        <Brand />
        <chakra.div flex="1" />
        {status === 'signed_in' ? (
          <>
            <SyncControl />
            <AccountMenu />
          </>
        ) : (
          <>
            <Button asChild variant="ghost" size="sm">
              <Link to="/auth">Log in</Link>
            </Button>
            <Button asChild size="sm">
              <Link to="/auth" search={{ tab: 'signup' }}>
                Sign up
              </Link>
            </Button>
          </>
        )}
      </chakra.div>
    </chakra.header>
  );
}

/** The heading of the main page; a way back to it on every other. */
function Brand() {
  const onMainPage = useLocation().pathname === '/';
  const name = (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2.5"
      fontSize="md"
      fontWeight="semibold"
      letterSpacing="tight"
    >
      <BrandMark size={24} />
      Carryover
    </chakra.span>
  );
  return onMainPage ? (
    <h1>{name}</h1>
  ) : (
    <chakra.span borderRadius="sm" asChild>
      <Link to="/">{name}</Link>
    </chakra.span>
  );
}
