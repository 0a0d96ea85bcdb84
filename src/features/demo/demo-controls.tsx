import { chakra } from '@chakra-ui/react';
import * as actions from '#texts/actions';
import * as texts from '#texts/device/demo';
import { Button } from '#ui/button';

/** In the demo's header: the mark, and two ways out. Both reload the app, which removes the demo. */
export default function DemoControls() {
  return (
    <>
      <chakra.span
        display={{ base: 'none', sm: 'inline' }}
        px="2.5"
        py="0.5"
        borderRadius="full"
        bg="accent.soft"
        color="accent"
        fontSize="xs"
        fontWeight="medium"
        whiteSpace="nowrap"
      >
        {texts.MARK}
      </chakra.span>
      <Button asChild variant="ghost" size="sm" px={{ base: '0', sm: '3' }}>
        <a href="/">{texts.LEAVE}</a>
      </Button>
      <Button asChild size="sm" px={{ base: '2', sm: '3' }}>
        <a href="/auth?tab=signup">{actions.SIGN_UP}</a>
      </Button>
    </>
  );
}
