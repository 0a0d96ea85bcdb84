import { getRouteApi } from '@tanstack/react-router';
import { RequireSignedOut } from '../pages/addresses/guards.tsx';
import { AuthPage } from '../pages/auth-page/auth-page.tsx';
import { ComesAlong } from '../pages/auth-page/comes-along.tsx';
import { KeptDataAlert } from '../pages/auth-page/kept-data.tsx';

const route = getRouteApi('/auth');

export function AuthRoute() {
  const { tab, next } = route.useSearch();
  return (
    <RequireSignedOut next={next}>
      <AuthPage key={tab} initialTab={tab ?? 'login'} next={next}>
        <KeptDataAlert />
        <ComesAlong />
      </AuthPage>
    </RequireSignedOut>
  );
}
