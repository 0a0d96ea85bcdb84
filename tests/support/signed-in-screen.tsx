/**
 * One screen as a signed-in user has it, for component tests: the real session, store and notices on a database of its own.
 * Test files that use it begin with `// @vitest-environment jsdom` and import `fake-indexeddb/auto`.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen as page, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type Database, openDatabase } from '#store/database';
import { Device, writeLastUser } from '#store/device';
import { Notices } from '#ui/notices';
import { UiProvider } from '#ui/provider';
import { SessionProvider, useSession } from '../../src/features/session/session.tsx';
import { completePlatform } from './jsdom-platform.ts';

// On a busy machine a screen takes longer than the default second.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

export const ANNA = { id: '00000000-0000-4000-8000-00000000000a', email: 'anna@example.org' };
/** Anna, as commands name who acts. */
export const ACTOR = { userId: ANNA.id, email: ANNA.email };

export interface Screen {
  db: Database;
  /** The address that the screen has led to, path and query. */
  address: () => string;
  close: () => Promise<void>;
}

/** Shows what asks for the session once there is one. */
export function WhenSignedIn({ children }: { children: ReactNode }) {
  return useSession().status === 'signed_in' ? children : null;
}

const connect = () => ({ wake() {}, stop() {} });

/** Opens Anna's database, lets `prepare` fill it, and shows the screen at the address `/`. */
export async function showSignedIn(screen: ReactNode, prepare: (db: Database) => Promise<unknown>): Promise<Screen> {
  completePlatform({ width: 1440 });
  // jsdom lays nothing out, so there is nowhere to scroll.
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
          <Notices />
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
      for (const button of page.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
      cleanup();
      await db.delete();
      await device.delete();
    },
  };
}
