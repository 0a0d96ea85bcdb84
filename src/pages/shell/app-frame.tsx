import { chakra } from '@chakra-ui/react';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import * as texts from '#texts/pages/shell';
import { extraOnDemand } from '#ui/on-demand';
import { ImportAnywhere } from '../../features/import/import-anywhere.tsx';
import { SchedulesAnywhere } from '../../features/schedules/schedules-anywhere.tsx';
import { installOffer } from '../../session/install/install-offer.ts';
import { useHasData, useSession } from '../../session/session.ts';
import { preloadSideBar, SideBarPlace } from '../account-choice/side-bar-place.tsx';
import { Header } from './header.tsx';
import { MainTabs } from './main-tabs.tsx';

const DemoStrip = extraOnDemand(() => import('../../features/demo/demo-strip.tsx'));
const LocalParts = extraOnDemand(() => import('../../features/local/local-parts.tsx'));
const InstallHint = extraOnDemand(() => import('../../session/install/install-hint.tsx'));
const Palette = extraOnDemand(() => import('../palette/palette.tsx'));
const Undo = extraOnDemand(() => import('../../features/undo/undo.tsx'));
const QuickEntry = extraOnDemand(async () => ({
  default: (await import('../../features/transactions/quick-entry/quick-entry.tsx')).QuickEntry,
}));

/** Loads what stands in the frame of somebody with accounts, and hears the keys. */
export const preloadFrame = () =>
  Promise.all([preloadSideBar(), QuickEntry.preload(), Palette.preload(), Undo.preload()]);

/**
 * Header, the four tabs, and the page (or the given children) between them. On phones the tabs are a bar at the bottom;
 * on a screen with room, the accounts stand beside all that.
 * Quick entry, the palette and the list of recent changes open over every page of whoever has accounts here.
 */
export function AppFrame({ children }: { children?: ReactNode }) {
  const { status, demo, carries } = useSession();
  const hasScreen = useHasData() && !children;
  const install = useSyncExternalStore(installOffer.subscribe, installOffer.read);
  return (
    <>
      <chakra.a
        href="#content"
        position="fixed"
        zIndex="toast"
        insetStart="3"
        top="-4rem"
        _focus={{ top: '3' }}
        px="4"
        py="2"
        borderRadius="md"
        bg="accent.solid"
        color="accent.onSolid"
      >
        {texts.SKIP_TO_CONTENT}
      </chakra.a>
      <Header>
        {hasScreen && (
          <Suspense>
            <QuickEntry />
          </Suspense>
        )}
      </Header>
      {demo && (
        <Suspense>
          <DemoStrip />
        </Suspense>
      )}
      {(status === 'on_device' || carries) && (
        <Suspense>
          <LocalParts />
        </Suspense>
      )}
      <MainTabs />
      {hasScreen && <SideBarPlace />}
      <chakra.main
        id="content"
        tabIndex={-1}
        outline="none"
        flex="1"
        width="full"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        pt={{ base: '4', lg: '6' }}
        pb={{ base: 'calc(var(--floor) + 1.5rem)', lg: '16' }}
      >
        {children ?? <Outlet />}
      </chakra.main>
      {hasScreen && <ImportAnywhere />}
      {hasScreen && <SchedulesAnywhere />}
      {hasScreen && (
        <Suspense>
          <Palette />
          <Undo />
        </Suspense>
      )}
      {hasScreen && install && !demo && (
        <Suspense>
          <InstallHint way={install} />
        </Suspense>
      )}
    </>
  );
}
