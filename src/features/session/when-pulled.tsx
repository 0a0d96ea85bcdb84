import { useEffect } from 'react';
import { useIsPulled } from './session.tsx';

/**
 * Calls `then` when the first pull of the signed-in user is over, or somebody has started here without a login, and the
 * first screen is drawn: React does not run the effect while a screen beside it is still loading.
 */
export function WhenPulled({ then }: { then: () => void }) {
  const isPulled = useIsPulled();
  useEffect(() => {
    if (isPulled) then();
  }, [isPulled, then]);
  return null;
}
