import { Suspense } from 'react';
import { extraOnDemand } from '#ui/on-demand';

const Notice = extraOnDemand(() => import('./kept-data-notice.tsx'));

/** The data of users who are not signed in on this device any more. A visitor's first page loads without this code. */
export function KeptDataNotice() {
  return (
    <Suspense>
      <Notice />
    </Suspense>
  );
}
