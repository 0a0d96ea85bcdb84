import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button';
import { LogOutIcon, SettingsIcon } from '#ui/icons';
import { PanelButton } from '#ui/panel';
import { LogOut } from '../auth/log-out.tsx';
import { useSession } from '../session/session.tsx';
import { AppearanceChoice } from '../settings/appearance-choice.tsx';

/** Who is signed in, light or dark, Settings and Log out. */
export function AccountMenu() {
  const email = useSession().user?.email ?? '';
  return (
    <LogOut>
      {(logOut) => (
        <PanelButton
          panelId="account-menu"
          panelLabel="Account menu"
          width="17rem"
          aria-label={`Account menu of ${email}`}
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
            <chakra.div p="2">
              <chakra.p px="3" pt="2" pb="3" truncate title={email} fontWeight="medium">
                {email}
              </chakra.p>
              <chakra.div px="1" pb="2">
                <AppearanceChoice hideLabel />
              </chakra.div>
              <chakra.div borderTopWidth="1px" borderColor="line" pt="2">
                <Button asChild variant="ghost" block justifyContent="start" px="3" color="fg" onClick={close}>
                  <Link to="/settings">
                    <SettingsIcon aria-hidden />
                    Settings
                  </Link>
                </Button>
                <Button
                  variant="ghost"
                  block
                  justifyContent="start"
                  px="3"
                  color="fg"
                  onClick={() => {
                    close();
                    logOut();
                  }}
                >
                  <LogOutIcon aria-hidden />
                  Log out
                </Button>
              </chakra.div>
            </chakra.div>
          )}
        </PanelButton>
      )}
    </LogOut>
  );
}
