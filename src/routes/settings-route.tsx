import { getRouteApi } from '@tanstack/react-router';
import { RequireSession } from '../features/session/guards.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';

const route = getRouteApi('/frame/settings');

export function SettingsRoute() {
  const { tab = 'categoryManager', budgetId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RequireSession>
      <SettingsPage tab={tab} onTab={(chosen) => void navigate({ search: { tab: chosen } })} budgetId={budgetId} />
    </RequireSession>
  );
}
