/**
 * One screen of a signed-in user, for component tests, with the real session, store and toasts on its own database.
 * Test files that use it begin with `// @vitest-environment jsdom` and import `fake-indexeddb/auto`.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import type { ReactNode } from 'react';

import { type Database, openDatabase } from '#store/database/database';
import { Device, writeLastUser } from '#store/session/device';
import { UiProvider } from '#ui/provider';
import { Toasts } from '#ui/toast';
import { SessionProvider } from '../../src/session/holder/session-provider.tsx';
import { useSession } from '../../src/session/session.ts';
import { completePlatform } from './jsdom-platform.ts';

export const ANNA = { id: '00000000-0000-4000-8000-00000000000a', email: 'anna@example.org' };
/** Anna, as commands name the user. */
export const ACTOR = { userId: ANNA.id, email: ANNA.email };

export interface Screen {
  db: Database;
  /** The address that the screen navigated to, path and query. */
  address: () => string;
  close: () => Promise<void>;
}

/** Shows its children once there is a session. */
export function WhenSignedIn({ children }: { children: ReactNode }) {
  return useSession().status === 'signed_in' ? children : null;
}

const connect = () => ({ wake() {}, stop() {} });

/** Opens Anna's database, lets `prepare` fill it, and shows the screen at the address `/`. `width` in CSS pixels. */
export async function showSignedIn(
  screen: ReactNode,
  prepare: (db: Database) => Promise<unknown>,
  width = 1440,
): Promise<Screen> {
  completePlatform({ width });
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => {};
  const device = new Device();
  await writeLastUser(device, ANNA);
  const db = await openDatabase(ANNA.id);
  await prepare(db);
  const root = createRootRoute({
    component: () => (
      <UiProvider>
        <SessionProvider device={device} connect={connect}>
          <WhenSignedIn>{screen}</WhenSignedIn>
          <Toasts />
        </SessionProvider>
      </UiProvider>
    ),
  });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return {
    db,
    address: () => router.state.location.href,
    close: async () => {
      // Only those of toasts: a screen may have a button of that name, whose command would outlive the database.
      for (const button of page.queryAllByRole('button', { name: 'Dismiss' })) {
        if (button.closest('[data-tone]')) fireEvent.click(button);
      }
      cleanup();
      await db.delete();
      await device.delete();
    },
  };
}
