import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import * as texts from '#texts/pages/shell';
import { ChartPieIcon, LayoutDashboardIcon, TargetIcon, WalletIcon } from '#ui/icons';
import { BAR_TABS, type BarTab, MAIN_TAB_NAMES, toMainTab } from '../addresses/main-tab.ts';

const icons: Record<BarTab, typeof WalletIcon> = {
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
    px: '0',
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

/** Room in the middle of the bar for the Add button of whoever has one. */
const WITH_ADD = {
  'html:has([data-in-tabs]) &': {
    lgDown: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) 3.25rem repeat(2, minmax(0, 1fr))',
      '& > :nth-of-type(3)': { gridColumnStart: '4' },
    },
  },
};

/**
 * Below the heading on wide screens, at the bottom of the screen on phones. There it is beneath the header, to which
 * the Add button in its middle belongs.
 */
export function MainTabs() {
  const current = useLocation({
    select: ({ pathname, search }) => (pathname === '/' ? toMainTab('tab' in search ? search.tab : undefined) : null),
  });
  return (
    <chakra.nav
      aria-label={texts.NAVIGATION}
      data-tab-bar
      position={{ base: 'fixed', lg: 'static' }}
      zIndex={{ base: '10', lg: 'auto' }}
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
        css={WITH_ADD}
      >
        {BAR_TABS.map((tab) => {
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
