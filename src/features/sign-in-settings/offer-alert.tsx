import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as texts from '#texts/sharing/hand-over';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { useOffers } from './use-offers.ts';

/** Tells that somebody offers an account to the user, with a link to where they answer. Empty without an offer. */
export default function OfferAlert() {
  const { offers } = useOffers();
  const [oldest] = offers?.filter(({ toMe }) => toMe) ?? [];
  if (!oldest) return null;
  return (
    <Alert tone="info">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="3" overflowWrap="anywhere">
        <span>{texts.offers(oldest.ownerEmail, oldest.accountName)}</span>
        <Button asChild variant="plain" size="inline">
          <Link to="/settings" search={{ tab: 'manageAccess' }}>
            {texts.ANSWER}
          </Link>
        </Button>
      </chakra.p>
    </Alert>
  );
}
