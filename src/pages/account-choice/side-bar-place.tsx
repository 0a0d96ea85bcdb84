import { chakra } from '@chakra-ui/react';
import { Suspense, useEffect } from 'react';
import * as terms from '#texts/terms';
import { extraOnDemand } from '#ui/on-demand';
import { useRoomBeside } from '#ui/use-wide-screen.ts';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { useSideBar } from './side-bar-state.ts';

const SideBar = extraOnDemand(() => import('./side-bar.tsx'));

export const preloadSideBar = SideBar.preload;

/**
 * The place of the accounts beside the page, on a screen with room for it. Who has no account has none. Its room is
 * kept before anything is read, so that the page does not move. The page's styles take the width from `data-side-bar`.
 */
export function SideBarPlace() {
  const room = useRoomBeside();
  return room ? <Place /> : null;
}

function Place() {
  const accounts = useAccounts();
  const { place, set } = useSideBar();
  const isThere = accounts ? accounts.length > 0 : place !== null;
  const isNew = place === null && accounts !== undefined && accounts.length > 0;
  useEffect(() => {
    if (isNew) set('open');
  }, [isNew, set]);
  if (!isThere) return null;
  const folded = place === 'folded';
  return (
    <chakra.aside
      aria-label={terms.ACCOUNTS}
      data-side-bar={folded ? 'folded' : 'open'}
      position="fixed"
      zIndex="header"
      insetStart="0"
      top="0"
      bottom={folded ? 'auto' : '0'}
      width={folded ? 'auto' : 'side'}
      borderEndWidth={folded ? '0' : '1px'}
      borderColor="line"
      _print={{ display: 'none' }}
    >
      {accounts && (
        <Suspense>
          <SideBar accounts={accounts} folded={folded} onFold={(fold) => set(fold ? 'folded' : 'open')} />
        </Suspense>
      )}
    </chakra.aside>
  );
}
