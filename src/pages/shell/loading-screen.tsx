import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/pages/shell';

/** Shown while the session is being read. */
export function LoadingScreen() {
  return (
    <chakra.main flex="1" display="grid" placeItems="center" minHeight="60dvh" color="fg.muted" role="status">
      {texts.LOADING}
    </chakra.main>
  );
}
