import { RouterProvider } from '@tanstack/react-router';
import { DEMO_PATH, isInDemo } from '../pages/addresses/demo-path.ts';
import { WhenLoaded } from '../pages/shell/when-loaded.tsx';
import { createAppRouter } from './router.ts';

const router = createAppRouter(undefined, isInDemo(location.pathname) ? DEMO_PATH : '/');

// Loads while the session is read, so that the frame never surrounds an empty page.
const loading = router.load();

/** Everything behind an address. */
export default function Screens() {
  return (
    <WhenLoaded loading={loading}>
      <RouterProvider router={router} />
    </WhenLoaded>
  );
}
