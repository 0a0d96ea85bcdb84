import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import * as texts from '#texts/pages/shell';
import { dialogOnDemand, onDemand } from '#ui/on-demand';
import { PanelButton } from '#ui/panel';
import { LogOut } from '../../features/log-out/log-out.tsx';
import { useSession } from '../../session/session.ts';

const AccountMenuPanel = onDemand(() => import('./account-menu-panel.tsx'));
const SignInSettingsDialog = dialogOnDemand(
  () => import('../../features/sign-in-settings/sign-in-settings-dialog.tsx'),
);

/** Shows who is signed in. It opens the choice of light or dark, Settings, Sign-in settings and Log out. */
export function AccountMenu() {
  const email = useSession().user?.email ?? '';
  const [signInSettings, setSignInSettings] = useState(false);
  return (
    <LogOut>
      {(logOut) => (
        <>
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
                  logOut={logOut}
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
