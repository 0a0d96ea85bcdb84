import { useEffect } from 'react';
import { useHasData } from './session.tsx';

/**
 * Calls `then` when a user is signed in, or has started here without a login, and their first screen is drawn: React
 * does not run the effect while a screen beside it is still loading.
 */
export function WhenSignedIn({ then }: { then: () => void }) {
  const hasData = useHasData();
  useEffect(() => {
    if (hasData) then();
  }, [hasData, then]);
  return null;
}
