import { getRouteApi } from '@tanstack/react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { KeptDataAlert } from '../features/auth/kept-data.tsx';
import { ComesAlong } from '../features/local/comes-along.tsx';
import { RequireSignedOut } from '../features/session/guards.tsx';

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
