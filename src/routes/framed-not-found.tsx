import { NotFoundPage } from '../features/not-found/not-found-page.tsx';
import { AppFrame } from '../features/shell/app-frame.tsx';

/** The 404 page, with the header that every page has. */
export function FramedNotFound() {
  return (
    <AppFrame>
      <NotFoundPage />
    </AppFrame>
  );
}
