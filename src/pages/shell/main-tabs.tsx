import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import * as texts from '#texts/pages/shell';
import { ChartPieIcon, LayoutDashboardIcon, TargetIcon, WalletIcon } from '#ui/icons';
import { MAIN_TAB_NAMES, MAIN_TABS, type MainTab, toMainTab } from '../addresses/main-tab.ts';

const icons: Record<MainTab, typeof WalletIcon> = {
  dashboard: LayoutDashboardIcon,
  accounts: WalletIcon,
  budgets: TargetIcon,
  reports: ChartPieIcon,
};

const Item = chakra('a', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    alignItems: 'center',
    justifyContent: 'center',
    gap: { base: '0.5', lg: '2' },
    minHeight: { base: '14', lg: '11' },
    px: { base: '1', lg: '0' },
    color: 'fg.muted',
    fontSize: { base: 'xs', lg: 'sm' },
    fontWeight: 'medium',
    borderBottomWidth: { base: '0', lg: '2px' },
    borderColor: 'transparent',
    transition: 'color 120ms',
    _icon: { width: { base: '5', lg: '4' }, height: { base: '5', lg: '4' } },
    _hover: { color: 'fg' },
    _currentPage: { color: { base: 'accent', lg: 'fg' }, borderColor: 'accent' },
  },
});

/** Below the heading on wide screens, at the bottom of the screen on phones. */
export function MainTabs() {
  const current = useLocation({
    select: ({ pathname, search }) => (pathname === '/' ? toMainTab('tab' in search ? search.tab : undefined) : null),
  });
  return (
    <chakra.nav
      aria-label={texts.NAVIGATION}
      position={{ base: 'fixed', lg: 'static' }}
      zIndex={{ base: 'bar', lg: 'auto' }}
      insetX="0"
      bottom="0"
      bg={{ base: 'surface', lg: 'canvas' }}
      borderTopWidth={{ base: '1px', lg: '0' }}
      borderBottomWidth={{ base: '0', lg: '1px' }}
      borderColor="line"
      pb={{ base: 'env(safe-area-inset-bottom)', lg: '0' }}
      _print={{ display: 'none' }}
    >
      <chakra.ul
        listStyle="none"
        display="grid"
        gridTemplateColumns={{ base: 'repeat(4, minmax(0, 1fr))', lg: 'repeat(4, auto)' }}
        justifyContent={{ base: 'stretch', lg: 'start' }}
        columnGap={{ base: '0', lg: '7' }}
        maxWidth="page"
        mx="auto"
        px={{ base: '1', lg: '6' }}
      >
        {MAIN_TABS.map((tab) => {
          const Icon = icons[tab];
          return (
            <li key={tab}>
              <Item asChild marginBottom={{ lg: '-1px' }}>
                <Link
                  to="/"
                  search={tab === 'dashboard' ? {} : { tab }}
                  // Otherwise the link to the dashboard would match every tab of this page.
                  activeOptions={{ exact: true, includeSearch: true }}
                  aria-current={tab === current ? 'page' : undefined}
                >
                  <Icon aria-hidden />
                  {MAIN_TAB_NAMES[tab]}
                </Link>
              </Item>
            </li>
          );
        })}
      </chakra.ul>
    </chakra.nav>
  );
}
