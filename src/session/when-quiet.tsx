import { useEffect } from 'react';
import { useHasData, useIsPulled } from './session.ts';

/** A visitor may only look at the first page, and is given the time for that. */
const VISIT_MS = 4000;
/** A first pull may be long on a slow network, and the network may be gone at its end. */
const PULL_MS = 15_000;

/**
 * Calls `then` when the first pull of the signed-in user is over, or somebody has started here without a login, and the
 * first screen is drawn: React does not run the effect while a screen beside it is still loading. Waits no longer than
 * the limits above.
 */
export function WhenQuiet({ then }: { then: () => void }) {
  const hasData = useHasData();
  const isPulled = useIsPulled();
  useEffect(() => {
    if (isPulled) return then();
    const timer = setTimeout(then, hasData ? PULL_MS : VISIT_MS);
    return () => clearTimeout(timer);
  }, [hasData, isPulled, then]);
  return null;
}
