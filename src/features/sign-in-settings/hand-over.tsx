import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { OwnedAccount } from '#store/queries/own-data';
import * as texts from '#texts/hand-over';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { SelectField } from '#ui/select-field';
import type { Auth } from '../auth/auth-client.ts';
import { describeFailure } from '../auth/auth-failure.ts';
import { type OwnershipOffer, offerOwnership } from '../auth/ownership-service.ts';
import { Lines } from '../sharing/lines.tsx';
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

interface OfferProps {
  owned: OwnedAccount;
  offer: OwnershipOffer | undefined;
  change: (act: (auth: Auth) => Promise<void>) => Promise<void>;
}

function Offer({ owned: { account, members }, offer, change }: OfferProps) {
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  const memberId = chosen || (members[0]?.userId ?? '');
  if (members.length === 0) return <chakra.p color="fg.muted">{texts.NO_MEMBER}</chakra.p>;
  const send = async (to: string | null) => {
    setError(null);
    try {
      await change((auth) => offerOwnership(auth, account.id, to));
    } catch (failure) {
      setError(describeFailure(failure, texts.OFFER_ERROR));
    }
  };
  if (offer) {
    return (
      <>
        <chakra.p color="fg.muted" overflowWrap="anywhere" role="status">
          {texts.offeredTo(offer.toEmail)}
        </chakra.p>
        {error && <Alert tone="error">{error}</Alert>}
        <Button variant="outline" aria-label={texts.takeBackOf(account.name)} onClick={() => void send(null)}>
          {texts.TAKE_BACK}
        </Button>
      </>
    );
  }
  return (
    <>
      <SelectField
        label={texts.NEW_OWNER}
        value={memberId}
        options={members.map(({ userId, email }) => ({ value: userId, label: email }))}
        onChange={(event) => setChosen(event.target.value)}
        error={error}
      />
      <Button variant="outline" aria-label={texts.offerOf(account.name)} onClick={() => void send(memberId)}>
        {texts.OFFER}
      </Button>
    </>
  );
}
