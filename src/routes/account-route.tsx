import { getRouteApi } from '@tanstack/react-router';
import { AccountPage } from '../pages/account-page/account-page.tsx';
import { RequireSession } from '../pages/addresses/guards.tsx';

const route = getRouteApi('/frame/account/$accountId');

export function AccountRoute() {
  const { accountId } = route.useParams();
  return (
    <RequireSession>
      <AccountPage accountId={accountId} />
    </RequireSession>
  );
}
