import { useEffect, useState } from 'react';
import { useAuth } from '../auth/auth.tsx';
import type { Auth } from '../auth/auth-client.ts';
import { listOffers, type OwnershipOffer } from '../auth/ownership-service.ts';

/** Accounts on offer. Undefined until the server has answered; without an answer it stays so. */
export function useOffers(): {
  offers: OwnershipOffer[] | undefined;
  /** Does something to an offer, and asks for the list again, whether or not it was done. */
  change: (act: (auth: Auth) => Promise<void>) => Promise<void>;
} {
  const loadAuth = useAuth();
  const [offers, setOffers] = useState<OwnershipOffer[]>();
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` asks again; the function to load is new each time.
  useEffect(() => {
    let left = false;
    loadAuth()
      .then(listOffers)
      .then((found) => !left && setOffers(found))
      .catch(() => {});
    return () => {
      left = true;
    };
  }, [reads]);
  const change = async (act: (auth: Auth) => Promise<void>) => {
    await loadAuth()
      .then(act)
      .finally(() => setReads((count) => count + 1));
  };
  return { offers, change };
}
