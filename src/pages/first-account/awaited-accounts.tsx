import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/pages/active-account';
import { Card } from '#ui/card';
import { Skeleton } from '#ui/skeleton';

/** Shown while a device that never synced asks the server for the user's accounts. */
export function AwaitedAccounts() {
  return (
    <Card role="status" maxWidth="form" width="full" mx="auto" mt={{ base: '2', md: '10' }}>
      <chakra.p fontWeight="medium">{texts.LOOKING_FOR_ACCOUNTS}</chakra.p>
      <Skeleton mt="4" width="70%" />
      <Skeleton mt="2" width="45%" />
    </Card>
  );
}
