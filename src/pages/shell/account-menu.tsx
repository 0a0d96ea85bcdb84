import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/pages/shell';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { dialogOnDemand, onDemand } from '#ui/on-demand';
import { PanelButton } from '#ui/panel';
import { useMediumScreen } from '#ui/use-wide-screen.ts';
import { LogOut } from '../../features/log-out/log-out.tsx';
import { useSession } from '../../session/session.ts';

const AccountMenuPanel = onDemand(() => import('./account-menu-panel.tsx'));
const SignInSettingsDialog = dialogOnDemand(
  () => import('../../features/sign-in-settings/sign-in-settings-dialog.tsx'),
);

/**
 * Settings and Log out, and a menu that shows who is signed in. On phones these two are in the menu, with the choice of
 * light or dark, and the sign-in settings.
 */
export function AccountMenu() {
  const email = useSession().user?.email ?? '';
  const [signInSettings, setSignInSettings] = useState(false);
  const inHeader = useMediumScreen();
  return (
    <LogOut>
      {(logOut) => (
        <>
          {inHeader && (
            <>
              <Button asChild variant="ghost" size="sm">
                <Link to="/settings">{terms.SETTINGS}</Link>
              </Button>
              <Button variant="ghost" size="sm" onClick={logOut}>
                {actions.LOG_OUT}
              </Button>
            </>
          )}
          <PanelButton
            panelId="account-menu"
            panelLabel={texts.ACCOUNT_MENU}
            width="17rem"
            aria-label={texts.accountMenuOf(email)}
            px="0"
            minWidth={{ base: '11', lg: '8' }}
            _hover={{ bg: 'transparent' }}
            trigger={
              <chakra.span
                aria-hidden
                display="grid"
                placeItems="center"
                width="8"
                height="8"
                borderRadius="full"
                bg="accent.soft"
                color="accent"
                fontWeight="semibold"
                textTransform="uppercase"
              >
                {email.slice(0, 1)}
              </chakra.span>
            }
          >
            {(close) => (
              <Suspense>
                <AccountMenuPanel
                  email={email}
                  close={close}
                  signInSettings={() => setSignInSettings(true)}
                  logOut={inHeader ? null : logOut}
                />
              </Suspense>
            )}
          </PanelButton>
          {signInSettings && (
            <Suspense>
              <SignInSettingsDialog onClose={() => setSignInSettings(false)} />
            </Suspense>
          )}
        </>
      )}
    </LogOut>
  );
}
