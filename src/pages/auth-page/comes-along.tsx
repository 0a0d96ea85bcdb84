import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/device/local';
import { Alert } from '#ui/alert';
import { useSession } from '../../session/session.ts';

/** On the sign-in page: what becomes of the entries that were made here without a login. */
export function ComesAlong() {
  if (useSession().status !== 'on_device') return null;
  return (
    <chakra.div mb="5">
      <Alert tone="info">{texts.COMES_ALONG}</Alert>
    </chakra.div>
  );
}
