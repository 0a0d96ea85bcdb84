import { getRouteApi } from '@tanstack/react-router';
import { CallbackPage } from '../pages/auth-page/callback-page.tsx';

const route = getRouteApi('/auth/callback');

export function CallbackRoute() {
  return <CallbackPage query={route.useSearch()} />;
}
