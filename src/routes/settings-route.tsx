import { RequireSession } from '../features/session/guards.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';

export function SettingsRoute() {
  return (
    <RequireSession>
      <SettingsPage />
    </RequireSession>
  );
}
