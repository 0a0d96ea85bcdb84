/** Every route of the app. Screens are loaded when they are visited; the frame around them is there at once. */
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { onDemand } from '#ui/on-demand';
import { AppFrame } from '../pages/shell/app-frame.tsx';
import { CrashScreen } from '../pages/shell/crash-screen.tsx';
import { LoadingScreen } from '../pages/shell/loading-screen.tsx';
import { FramedNotFound } from './framed-not-found.tsx';
import { toAuthSearch, toCallbackSearch, toFrameSearch, toMainSearch, toSettingsSearch } from './search.ts';
import { TitledRoutes } from './titled-routes.tsx';

const root = createRootRoute({
  component: TitledRoutes,
  // The whole page, because on its first visit the frame's content is loading, too.
  pendingComponent: LoadingScreen,
  notFoundComponent: FramedNotFound,
  errorComponent: CrashScreen,
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  validateSearch: toFrameSearch,
  component: AppFrame,
});

const main = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: toMainSearch,
  component: onDemand(async () => ({ default: (await import('./main-route.tsx')).MainRoute })),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  validateSearch: toSettingsSearch,
  component: onDemand(async () => ({ default: (await import('./settings-route.tsx')).SettingsRoute })),
});

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account/$accountId',
  component: onDemand(async () => ({ default: (await import('./account-route.tsx')).AccountRoute })),
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: toAuthSearch,
  component: onDemand(async () => ({ default: (await import('./auth-route.tsx')).AuthRoute })),
});

const callback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  validateSearch: toCallbackSearch,
  component: onDemand(async () => ({ default: (await import('./callback-route.tsx')).CallbackRoute })),
});

const routeTree = root.addChildren([frame.addChildren([main, settings, account]), auth, callback]);

/** `history` is the browser's unless a test brings its own. `basepath` precedes every route. */
export function createAppRouter(history?: RouterHistory, basepath = '/') {
  const options = { routeTree, basepath, defaultPreload: 'intent', scrollRestoration: true } as const;
  return createRouter(history ? { ...options, history } : options);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
