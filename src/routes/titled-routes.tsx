import { Outlet, useMatches } from '@tanstack/react-router';
import { DocumentTitle } from '../features/shell/document-title.tsx';
import { MAIN_TAB_NAMES, toMainTab } from '../features/shell/main-tab.ts';

/** Every route, and what the browser calls its page. */
export function TitledRoutes() {
  return (
    <>
      <DocumentTitle name={usePageName()} />
      <Outlet />
    </>
  );
}

function usePageName(): string {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      switch (last?.routeId) {
        case '/frame/':
          return MAIN_TAB_NAMES[toMainTab(last.search.tab)];
        case '/frame/settings':
          return 'Settings';
        case '/frame/account/$accountId':
          return 'Account';
        case '/auth':
          return last.search.tab === 'signup' ? 'Sign up' : 'Log in';
        case '/auth/callback':
          return 'Log in';
        default:
          return 'Page not found';
      }
    },
  });
}
