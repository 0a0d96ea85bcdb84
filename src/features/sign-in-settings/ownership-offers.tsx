import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/sharing/hand-over';
import * as invitations from '#texts/sharing/invitations';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { Lines } from '#ui/lines';
import { showToast } from '#ui/toast';
import { useSyncNow } from '../../session/session.ts';
import { describeFailure } from '../auth/auth-failure.ts';
import { answerOwnership, type OwnershipOffer } from '../auth/ownership-service.ts';
import { useOffers } from './use-offers.ts';

/** Accounts that their owners offer to the user. Empty without one, and without a connection. */
export function OwnershipOffers() {
  const { offers, change } = useOffers();
  const syncNow = useSyncNow();
  const titleId = useId();
  const received = offers?.filter(({ toMe }) => toMe) ?? [];
  if (received.length === 0) return null;
  const answer = async ({ accountId, accountName }: OwnershipOffer, accepts: boolean) => {
    try {
      await change((auth) => answerOwnership(auth, accountId, accepts));
      showToast({ title: accepts ? texts.accepted(accountName) : texts.DECLINED, tone: 'success' });
      syncNow();
    } catch (error) {
      showToast({ title: texts.ANSWER_FAILED, description: describeFailure(error, ''), tone: 'error' });
    }
  };
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="2">
        {texts.OFFERS_TITLE}
      </chakra.h2>
      <Lines aria-labelledby={titleId}>
        {received.map((offer) => (
          <chakra.li
            key={offer.accountId}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="3"
          >
            <chakra.div flex="1 1 16rem" minWidth="0" overflowWrap="anywhere">
              <chakra.p fontWeight="medium">{offer.accountName}</chakra.p>
              <chakra.p color="fg.muted">{texts.offeredBy(offer.ownerEmail)}</chakra.p>
            </chakra.div>
            <chakra.div display="flex" gap="2">
              <Button
                variant="outline"
                aria-label={texts.declineOf(offer.accountName)}
                onClick={() => void answer(offer, false)}
              >
                {invitations.DECLINE}
              </Button>
              <Button aria-label={texts.acceptOf(offer.accountName)} onClick={() => void answer(offer, true)}>
                {invitations.ACCEPT}
              </Button>
            </chakra.div>
          </chakra.li>
        ))}
      </Lines>
    </Card>
  );
}
