import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/pages/shell';
import * as terms from '#texts/terms';
import { BrandMark } from '#ui/brand-mark';
import { Button } from '#ui/button';
import { extraOnDemand } from '#ui/on-demand';
import { SyncControl } from '../../features/sync-status/sync-control.tsx';
import { useHasData, useSession } from '../../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { useScrolled } from './use-scrolled.ts';

const DemoControls = extraOnDemand(() => import('../../features/demo/demo-controls.tsx'));

const READ_OUT_ON_PHONES = { mdDown: { srOnly: true } };

/**
 * The product's name, the sync state, and the signed-in user. The header stays at the top while the page scrolls, with
 * a line below it; on phones the tagline scrolls away, and is only read out where there is data. The given child, the
 * add button, is to the right of everything that loads later or changes its width. So nothing pushes it away.
 */
export function Header({ children }: { children?: ReactNode }) {
  const onMainPage = useLocation({ select: ({ pathname }) => pathname === '/' });
  const scrolled = useScrolled();
  const hasData = useHasData();
  return (
    <chakra.header
      display={{ base: 'contents', lg: 'block' }}
      position="sticky"
      top="0"
      zIndex="header"
      bg="canvas"
      boxShadow={{ lg: scrolled ? '0 1px {colors.line}' : undefined }}
      pt="env(safe-area-inset-top)"
      _print={{ display: 'none' }}
    >
      <chakra.div
        display={{ base: 'contents', lg: 'flex' }}
        alignItems="center"
        columnGap="2"
        minHeight="14"
        width="full"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
      >
        <chakra.div
          display={{ base: 'flex', lg: 'contents' }}
          alignItems="center"
          columnGap="2"
          position="sticky"
          top="0"
          zIndex="header"
          bg="canvas"
          borderBottomWidth="1px"
          borderColor="line"
          minHeight="12"
          pt="calc(env(safe-area-inset-top) + 0.375rem)"
          pb="1"
          px={{ base: '4', md: '6' }}
        >
          <Brand isHeading={onMainPage} />
          <chakra.div flex="1" order={1} />
          <Controls>{children}</Controls>
        </chakra.div>
        {onMainPage && (
          <chakra.p
            color="fg.muted"
            fontSize={{ base: 'xs', lg: 'sm' }}
            px={{ base: '4', md: '6', lg: '0' }}
            pt={{ base: '3', lg: '0' }}
            ms={{ lg: '2' }}
            ps={{ lg: '4' }}
            borderStartWidth={{ lg: '1px' }}
            borderColor="line"
            textWrap="balance"
            css={hasData ? READ_OUT_ON_PHONES : undefined}
          >
            {texts.TAGLINE}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.header>
  );
}

function Controls({ children }: { children: ReactNode }) {
  const { status, demo } = useSession();
  return (
    <chakra.div display="flex" alignItems="center" columnGap="2" order={1} minWidth="0" flexShrink={{ lg: 0 }}>
      {demo || status === 'signed_in' ? (
        <>
          <Suspense>{demo ? <DemoControls /> : <SyncControl />}</Suspense>
          {children}
          {!demo && <AccountMenu />}
        </>
      ) : (
        <>
          <Button asChild variant="ghost" size="sm">
            <Link to="/auth">{actions.LOG_IN}</Link>
          </Button>
          <Button asChild size="sm">
            <Link to="/auth" search={{ tab: 'signup' }}>
              {actions.SIGN_UP}
            </Link>
          </Button>
          {children}
        </>
      )}
    </chakra.div>
  );
}

/** The heading of the main page; on every other page a link to it. */
function Brand({ isHeading }: { isHeading: boolean }) {
  const name = (
    <chakra.span display="flex" alignItems="center" gap="2.5" fontSize="md" lineHeight="tight" letterSpacing="tight">
      <BrandMark size={24} />
      {terms.PRODUCT}
    </chakra.span>
  );
  if (isHeading) return <h1>{name}</h1>;
  return (
    <chakra.span borderRadius="sm" fontWeight="semibold" asChild>
      <Link to="/">{name}</Link>
    </chakra.span>
  );
}
