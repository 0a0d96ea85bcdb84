import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import * as texts from '#texts/auth/auth';
import * as terms from '#texts/terms';
import { BrandMark } from '#ui/brand-mark';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ArrowLeftIcon } from '#ui/icons';

/** The frame of every sign-in screen: the way back, the product's name, and a card. */
export function AuthFrame({ card, children }: { card?: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <chakra.main flex="1" display="flex" flexDirection="column" px="4" pb="10">
      <chakra.div pt="calc(env(safe-area-inset-top) + 0.75rem)" ms={{ base: '-2', md: '2' }}>
        <Button asChild variant="ghost" size="sm">
          <Link to="/">
            <ArrowLeftIcon aria-hidden />
            {texts.BACK_HOME}
          </Link>
        </Button>
      </chakra.div>
      <chakra.div width="full" maxWidth="form" mx="auto" my={{ base: '4', md: 'auto' }}>
        <chakra.header textAlign="center" mb="6">
          <chakra.div display="inline-block" mb="3">
            <BrandMark size={40} />
          </chakra.div>
          <chakra.h1 fontSize="lg">{terms.PRODUCT}</chakra.h1>
          <chakra.p color="fg.muted" mt="1">
            {texts.TAGLINE}
          </chakra.p>
        </chakra.header>
        <Card ref={card} p={{ base: '5', md: '6' }}>
          {children}
        </Card>
      </chakra.div>
    </chakra.main>
  );
}
