import { Suspense } from 'react';
import { onDemand } from '#ui/on-demand';

const NotFoundPage = onDemand(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));

/** Loaded now, because hardly anybody comes to an address that leads nowhere. */
export function AwaitedNotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}
