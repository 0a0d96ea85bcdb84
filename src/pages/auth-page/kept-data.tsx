import { Suspense } from 'react';
import { extraOnDemand } from '#ui/on-demand';

const Kept = extraOnDemand(() => import('./kept-data-alert.tsx'));

/** The data of users who are not signed in on this device any more. A visitor's first page loads without this code. */
export function KeptDataAlert() {
  return (
    <Suspense>
      <Kept />
    </Suspense>
  );
}
