import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as texts from '#texts/local';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { TriangleAlertIcon } from '#ui/icons';

/** Tells on every page that no server has these entries, and why that is a risk. It leads to the settings. */
export function LocalStrip() {
  return (
    <chakra.aside
      aria-label={texts.MARK}
      mt={{ base: '2', lg: '0' }}
      bg="warning.soft"
      borderBottomWidth="1px"
      borderColor="line"
      _print={{ display: 'none' }}
    >
      <chakra.div
        display="flex"
        alignItems="flex-start"
        gap="2.5"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2"
      >
        <chakra.span color="warning" mt="0.5">
          <TriangleAlertIcon size={16} aria-hidden />
        </chakra.span>
        <chakra.p flex="1" minWidth="0">
          <strong>{texts.MARK}.</strong> {texts.RISK}{' '}
          <Button asChild variant="plain" size="inline">
            <Link to="/settings">{terms.SETTINGS}</Link>
          </Button>
        </chakra.p>
      </chakra.div>
    </chakra.aside>
  );
}
