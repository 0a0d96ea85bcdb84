import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/device/install';
import { BrandMark } from '#ui/brand-mark';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { XIcon } from '#ui/icons';
import { useAccounts } from '../accounts/use-accounts.ts';
import { AddToHomeScreen } from './add-to-home-screen.tsx';
import { type InstallWay, installOffer } from './install-offer.ts';

/**
 * Offers a regular user to install the app, at the edge of the window: on phones and tablets a
 * strip above the tab bar. It has its own place at the end of the page, so
 * one can scroll everything out from under it. Once dismissed, it never comes back.
 */
export default function InstallHint({ way }: { way: InstallWay }) {
  const accounts = useAccounts();
  if (!accounts || accounts.length === 0) return null;
  return (
    <chakra.aside
      aria-label={texts.LABEL}
      position="sticky"
      zIndex="bar"
      ms={{ lg: 'auto' }}
      me={{ lg: '6' }}
      bottom={{ base: 'var(--floor)', lg: '6' }}
      width={{ lg: '22rem' }}
      display="flex"
      alignItems="center"
      gap="3"
      ps="3"
      pe="1"
      py="1.5"
      bg="raised"
      borderWidth={{ base: '1px 0 0', lg: '1px' }}
      borderColor="line"
      borderRadius={{ lg: 'lg' }}
      boxShadow={{ lg: 'float' }}
      _print={{ display: 'none' }}
    >
      <chakra.span flexShrink="0">
        <BrandMark size={24} />
      </chakra.span>
      <chakra.p flex="1" minWidth="0" fontSize="xs">
        {way === 'prompt' ? texts.OFFER : <AddToHomeScreen />}
      </chakra.p>
      {way === 'prompt' && (
        <Button size="sm" onClick={() => installOffer.install()}>
          {texts.INSTALL}
        </Button>
      )}
      <IconButton label={texts.DISMISS} onClick={() => installOffer.dismiss()}>
        <XIcon aria-hidden />
      </IconButton>
    </chakra.aside>
  );
}
