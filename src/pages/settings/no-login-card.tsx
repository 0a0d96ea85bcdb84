import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/device/local';
import { Card } from '#ui/card';
import { OpensOffline } from '../../features/sync-status/opens-offline.tsx';
import { LogInLinks } from './log-in-links.tsx';

/**
 * In the settings, in the place of the card that names the login. Without a login there is no panel of sync, so this
 * card says whether the app opens offline.
 */
export function NoLoginCard() {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md">
        {texts.SETTINGS_TITLE}
      </chakra.h2>
      <chakra.div mt="2" display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.p color="fg.muted">{texts.COMES_ALONG}</chakra.p>
        <chakra.div display="flex" gap="2">
          <LogInLinks />
        </chakra.div>
      </chakra.div>
      <chakra.ul mt="2" listStyle="none" color="fg.muted" fontSize="sm">
        <OpensOffline />
      </chakra.ul>
    </Card>
  );
}
