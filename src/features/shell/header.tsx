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
      pt={{ base: 'calc(env(safe-area-inset-top) + 0.375rem)', lg: 'env(safe-area-inset-top)' }}
    >
      <chakra.div
        display="flex"
        flexWrap={{ base: 'wrap', lg: 'nowrap' }}
        alignItems="center"
        columnGap="2"
        minHeight={{ base: '12', lg: '14' }}
        pb={{ base: '1', lg: '0' }}
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

/** On the main page the heading and its tagline; a way back to it on every other. */
function Brand() {
  const onMainPage = useLocation().pathname === '/';
  const name = (
    <chakra.span display="flex" alignItems="center" gap="2.5" fontSize="md" lineHeight="tight" letterSpacing="tight">
      <BrandMark size={24} />
      Carryover
    </chakra.span>
  );
  if (!onMainPage) {
    return (
      <chakra.span borderRadius="sm" fontWeight="semibold" asChild>
        <Link to="/">{name}</Link>
      </chakra.span>
    );
  }
  return (
    <>
      <h1>{name}</h1>
      <chakra.p
        color="fg.muted"
        fontSize={{ base: 'xs', lg: 'sm' }}
        order={{ base: 1, lg: 0 }}
        width={{ base: 'full', lg: 'auto' }}
        pb={{ base: '2', lg: '0' }}
        ms={{ lg: '2' }}
        ps={{ lg: '4' }}
        borderStartWidth={{ lg: '1px' }}
        borderColor="line"
        textWrap="balance"
      >
        Complete financial management for individuals and businesses
      </chakra.p>
    </>
  );
}
