import { chakra } from '@chakra-ui/react';
import { Button } from '#ui/button';

/** In the header of the demo: the mark, and two ways out. Both load the app anew, which removes the demo. */
export function DemoControls() {
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
        Sample data
      </chakra.span>
      <Button asChild variant="ghost" size="sm" px={{ base: '0', sm: '3' }}>
        <a href="/">Leave demo</a>
      </Button>
      <Button asChild size="sm" px={{ base: '2', sm: '3' }}>
        <a href="/auth?tab=signup">Sign up</a>
      </Button>
    </>
  );
}
