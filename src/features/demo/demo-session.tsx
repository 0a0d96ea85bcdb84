import { type ReactNode, use } from 'react';
import { type Database, DEMO_USER_ID } from '#store/database/database';
import { prepareDemo } from '#store/demo/demo';
import { settleHere } from '#store/local/settle';
import type { Device } from '#store/session/device';
import { rememberAccountForTab } from '../../session/accounts/active-account.ts';
import { DemoSessionProvider } from '../../session/holder/session-provider.tsx';
import type { Connection } from '../../session/session.ts';
import { DEMO_ACCOUNT_KEY, markDemo } from './demo-trace.ts';
import { sampleData } from './sample-data.ts';

const user = { id: DEMO_USER_ID, email: 'you@example.org' };

async function prepare(): Promise<void> {
  markDemo();
  rememberAccountForTab(DEMO_ACCOUNT_KEY);
  const now = new Date();
  await prepareDemo(() => sampleData(user.id, now), user.email, now);
}

// Loaded only where the demo is shown, so preparing begins with the import.
const prepared = prepare();

/** In the place of the sync engine: everything counts as applied here from now on, and nothing is sent. */
function connect(database: Database): Connection {
  return { wake() {}, stop: settleHere(database) };
}

/** The app with sample data, for visitors: nobody is signed in and nothing is sent. */
export default function DemoSession({ device, children }: { device: Device; children: ReactNode }) {
  use(prepared);
  return (
    <DemoSessionProvider device={device} user={user} connect={connect}>
      {children}
    </DemoSessionProvider>
  );
}
