import { getRouteApi } from '@tanstack/react-router';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { RequireSession } from '../features/session/guards.tsx';

const route = getRouteApi('/frame/account/$accountId');

export function AccountRoute() {
  const { accountId } = route.useParams();
  return (
    <RequireSession>
      <AccountPage accountId={accountId} />
    </RequireSession>
  );
}
