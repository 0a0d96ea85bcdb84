import { chakra } from '@chakra-ui/react';
import { readOwnedAccounts } from '#store/queries/copies/own-data';
import * as settings from '#texts/auth/sign-in-settings';
import * as texts from '#texts/sharing/hand-over';
import { Alert } from '#ui/alert';
import { Dialog } from '#ui/dialog';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { useOnline } from '../../session/use-online.ts';
import { Offer } from './ownership-offer.tsx';
import { useOffers } from './use-offers.ts';

interface Props {
  accountId: string;
  name: string;
  onClose: () => void;
}

/** Hands one account of the user over to a member, who has to accept. The server keeps offers. */
export default function HandOverDialog({ accountId, name, onClose }: Props) {
  const online = useOnline();
  return (
    <Dialog open title={texts.handOver(name)} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {online ? (
          <ToMember accountId={accountId} />
        ) : (
          <Alert tone="warning" title={settings.OFFLINE_TITLE}>
            {texts.OFFLINE}
          </Alert>
        )}
      </chakra.div>
    </Dialog>
  );
}

function ToMember({ accountId }: { accountId: string }) {
  const db = useDatabase();
  const { offers, change } = useOffers();
  const known = useLoaded(() => readOwnedAccounts(db), [db], { title: texts.OFFER_ERROR });
  const owned = known?.find(({ account }) => account.id === accountId);
  if (!known || !owned) return null;
  if (known.length === 1) return <p>{texts.SOLE}</p>;
  return (
    <>
      <p>{texts.OFFER_ABOUT}</p>
      <Offer
        owned={owned}
        offer={offers?.find((offer) => offer.accountId === accountId && !offer.toMe)}
        change={change}
      />
    </>
  );
}
