import { RouterProvider } from '@tanstack/react-router';
import { DEMO_PATH, isInDemo } from '../pages/addresses/demo-path.ts';
import { type MainTab, toMainTab } from '../pages/addresses/main-tab.ts';
import { createAppRouter } from './router.ts';

export { preloadFrame } from '../pages/shell/app-frame.tsx';
export { preloadTab } from '../pages/shell/main-page.tsx';

const router = createAppRouter(undefined, isInDemo(location.pathname) ? DEMO_PATH : '/');

/** Loads while the session is read, so that the frame never surrounds an empty page. */
export const loading = router.load();

const parameter = (name: string) => new URL(location.href).searchParams.get(name);

/** The tab that the address names; null on another screen. */
export const tabNow = (): MainTab | null => (location.pathname === '/' ? toMainTab(parameter('tab')) : null);

/** Whether its dashboard shows all accounts. */
export const showsAll = () => parameter('account') === 'all';

/** Everything behind an address. */
export default function Screens() {
  return <RouterProvider router={router} />;
}
