import { Outlet, useMatches } from '@tanstack/react-router';
import * as actions from '#texts/actions';
import * as texts from '#texts/pages/shell';
import * as terms from '#texts/terms';
import { MAIN_TAB_NAMES, toMainTab } from '../pages/addresses/main-tab.ts';
import { DocumentTitle } from '../pages/shell/document-title.tsx';
import { KeptPlace } from '../pages/shell/kept-place.tsx';
import { LeavingToasts } from '../pages/shell/leaving-toasts.tsx';

/** Every route with its page title. */
export function TitledRoutes() {
  return (
    <>
      <DocumentTitle name={usePageName()} />
      <LeavingToasts />
      <KeptPlace />
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
          return terms.SETTINGS;
        case '/frame/account/$accountId':
          return terms.ACCOUNT;
        case '/auth':
          return last.search.tab === 'signup' ? actions.SIGN_UP : actions.LOG_IN;
        case '/auth/callback':
          return actions.LOG_IN;
        default:
          return texts.NOT_FOUND;
      }
    },
  });
}
