import { AwaitedNotFound } from '../features/not-found/awaited-not-found.tsx';
import { AppFrame } from '../features/shell/app-frame.tsx';

/** The 404 page, with the header that every page has. */
export function FramedNotFound() {
  return (
    <AppFrame>
      <AwaitedNotFound />
    </AppFrame>
  );
}
