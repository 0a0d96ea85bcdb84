import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/device/demo';
import { InfoIcon } from '#ui/icons';

/** Tells on every page of the demo that this is the demo. */
export default function DemoStrip() {
  return (
    <chakra.aside
      aria-label={texts.MARK}
      mt={{ base: '2', lg: '0' }}
      bg="accent.soft"
      borderBottomWidth="1px"
      borderColor="line"
      _print={{ display: 'none' }}
    >
      <chakra.p
        display="flex"
        alignItems="flex-start"
        gap="2.5"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2.5"
      >
        <chakra.span color="accent" mt="0.5">
          <InfoIcon size={16} aria-hidden />
        </chakra.span>
        <span>{texts.EXPLANATION}</span>
      </chakra.p>
    </chakra.aside>
  );
}
