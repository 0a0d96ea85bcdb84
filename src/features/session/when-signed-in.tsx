import { useEffect } from 'react';
import { useSession } from './session.tsx';

/**
 * Calls `then` when a user is signed in and their first screen is drawn: React does not run the effect while a screen
 * beside it is still loading.
 */
export function WhenSignedIn({ then }: { then: () => void }) {
  const signedIn = useSession().status === 'signed_in';
  useEffect(() => {
    if (signedIn) then();
  }, [signedIn, then]);
  return null;
}
