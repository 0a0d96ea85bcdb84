import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ArrowLeftIcon, LogOutIcon } from '#ui/icons';
import { LogOutButton } from '../auth/log-out-button.tsx';
import { useActor } from '../session/session.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';

/** What the user may set: so far how the app looks, and whether they stay logged in. */
export function SettingsPage() {
  const { email } = useActor();
  return (
    <chakra.div display="flex" flexDirection="column" gap="5" maxWidth="40rem">
      <chakra.div>
        <chakra.div ms="-3" mb="2">
          <Button asChild variant="ghost" size="sm">
            <Link to="/">
              <ArrowLeftIcon aria-hidden />
              Back to Dashboard
            </Link>
          </Button>
        </chakra.div>
        <chakra.h1 fontSize="lg">Settings</chakra.h1>
      </chakra.div>
      <Card aria-labelledby="appearance">
        <chakra.h2 id="appearance" fontSize="md">
          Appearance
        </chakra.h2>
        <chakra.p color="fg.muted" mt="1" mb="4">
          Follows your system unless you choose otherwise. Kept in this browser.
        </chakra.p>
        <AppearanceChoice hideLabel />
      </Card>
      <Card aria-labelledby="login">
        <chakra.h2 id="login" fontSize="md">
          Login
        </chakra.h2>
        <chakra.div mt="2" display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
          <chakra.p color="fg.muted" overflowWrap="anywhere">
            Logged in as {email}
          </chakra.p>
          <LogOutButton variant="outline">
            <LogOutIcon aria-hidden />
            Log out
          </LogOutButton>
        </chakra.div>
      </Card>
    </chakra.div>
  );
}
