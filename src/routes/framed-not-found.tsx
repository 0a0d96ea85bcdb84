import { AppFrame } from '../pages/shell/app-frame.tsx';
import { AwaitedNotFound } from '../pages/shell/awaited-not-found.tsx';

/** The 404 page, with the header that every page has. */
export function FramedNotFound() {
  return (
    <AppFrame>
      <AwaitedNotFound />
    </AppFrame>
  );
}
