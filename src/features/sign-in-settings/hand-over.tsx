import { chakra } from '@chakra-ui/react';
import type { OwnedAccount } from '#store/queries/copies/own-data';
import * as texts from '#texts/sharing/hand-over';
import { Alert } from '#ui/alert';
import { Lines } from '#ui/lines';
import { Offer } from './ownership-offer.tsx';
import { useOffers } from './use-offers.ts';

/** The accounts of the user that others use, each with a way to hand it over. `isSole`: the user owns no other. */
export function HandOver({ accounts, isSole }: { accounts: OwnedAccount[]; isSole: boolean }) {
  const { offers, change } = useOffers();
  return (
    <>
      <Alert tone="warning" title={texts.SHARED_TITLE}>
        {isSole ? texts.SHARED_SOLE : texts.SHARED}
      </Alert>
      <Lines aria-label={texts.SHARED_TITLE}>
        {accounts.map((owned) => (
          <chakra.li key={owned.account.id} display="flex" flexDirection="column" gap="3">
            <chakra.p overflowWrap="anywhere">
              <chakra.span fontWeight="medium">{owned.account.name}</chakra.span>
              <chakra.span display="block" color="fg.muted">
                {texts.usedBy(owned.others)}
              </chakra.span>
            </chakra.p>
            {!isSole && (
              <Offer
                owned={owned}
                offer={offers?.find(({ accountId, toMe }) => accountId === owned.account.id && !toMe)}
                change={change}
              />
            )}
          </chakra.li>
        ))}
      </Lines>
    </>
  );
}
