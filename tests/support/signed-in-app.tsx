/** The whole app of a signed-in user without a network: real routes, screens, commands and database, in jsdom. */
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';

import { type Database, openDatabase } from '#store/database/database';
import { Device, writeLastUser } from '#store/session/device';
import { UiProvider } from '#ui/provider';
import { AuthProvider } from '../../src/features/auth/auth.tsx';
import { App } from '../../src/pages/shell/app.tsx';
import { createAppRouter } from '../../src/routes/router.ts';
import { SessionProvider } from '../../src/session/holder/session-provider.tsx';
import { completePlatform } from './jsdom-platform.ts';

export interface OpenedApp {
  db: Database;
  /** For commands that a test runs beside the screens. */
  actor: { userId: string; email: string };
}

const offline = {
  load: () => Promise.reject(new TypeError('no network')),
  connect: () => ({ wake() {}, stop() {} }),
};

/** Opens the app at an address, for a new user whose database `arrange` has filled. `width` in CSS pixels. */
export async function openApp(options: {
  address: string;
  width?: number;
  arrange?: (app: OpenedApp) => Promise<void>;
}): Promise<OpenedApp> {
  const { address, width = 1440, arrange } = options;
  completePlatform({ width });
  const actor = { userId: crypto.randomUUID(), email: 'anna@example.org' };
  const device = new Device();
  await writeLastUser(device, { id: actor.userId, email: actor.email });
  const db = await openDatabase(actor.userId);
  await arrange?.({ db, actor });
  window.history.replaceState(null, '', address);
  render(
    <UiProvider>
      <AuthProvider load={offline.load}>
        <SessionProvider device={device} connect={offline.connect}>
          <App loading={Promise.resolve()}>
            <RouterProvider router={createAppRouter()} />
          </App>
        </SessionProvider>
      </AuthProvider>
    </UiProvider>,
  );
  return { db, actor };
}

/** Unmounts the app and clears what the browser remembered. */
export function closeApp(): void {
  cleanup();
  localStorage.clear();
}
