import { getRouteApi } from '@tanstack/react-router';
import { RequireSession } from '../pages/addresses/guards.tsx';
import { SettingsPage } from '../pages/settings/settings-page.tsx';

const route = getRouteApi('/frame/settings');

export function SettingsRoute() {
  const { account, budget, budgetId, tab = budgetId === undefined ? 'categoryManager' : 'budget' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RequireSession>
      <SettingsPage
        tab={tab}
        onTab={(chosen) => void navigate({ search: { tab: chosen } })}
        account={account}
        budget={budget}
        budgetId={budgetId}
      />
    </RequireSession>
  );
}
