import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { OwnedAccount } from '#store/queries/copies/own-data';
import * as texts from '#texts/sharing/hand-over';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { SelectField } from '#ui/select-field';
import type { Auth } from '../auth/auth-client.ts';
import { describeFailure } from '../auth/auth-failure.ts';
import { type OwnershipOffer, offerOwnership } from '../auth/ownership-service.ts';

interface OfferProps {
  owned: OwnedAccount;
  offer: OwnershipOffer | undefined;
  change: (act: (auth: Auth) => Promise<void>) => Promise<void>;
}

/** Offers an account to one of its members, or takes the offer back. */
export function Offer({ owned: { account, members }, offer, change }: OfferProps) {
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
