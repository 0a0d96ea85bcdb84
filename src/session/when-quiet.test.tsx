// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '#store/database/database';
import { readSyncState, writeSyncState } from '#store/database/sync-state';
import { startOnDevice } from '#store/local/start';
import { Device, writeLastUser } from '#store/session/device';
import { SessionProvider } from './holder/session-provider.tsx';
import { useDatabase, useHasData } from './session.ts';
import { WhenQuiet } from './when-quiet.tsx';

const ANNA = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a12', email: 'anna@example.org' };

let database: Database;

afterEach(async () => {
  cleanup();
  await database.delete();
  await new Device().delete();
});

function Screen() {
  return useHasData() && <Months />;
}

function Months() {
  const db = useDatabase();
  const loaded = useLiveQuery(async () => (await readSyncState(db)).backfill?.loaded ?? 0, [db]);
  return <p>the first screen{loaded !== undefined && `, ${loaded} months`}</p>;
}

/** Shows a screen to whoever uses the device. Their database is open afterwards. */
async function show(device: Device) {
  const then = vi.fn<() => void>();
  const connect = (opened: Database) => {
    database = opened;
    return { wake() {}, stop() {} };
  };
  render(
    <SessionProvider device={device} connect={connect}>
      <Screen />
      <WhenQuiet then={then} />
    </SessionProvider>,
  );
  await screen.findByText(/the first screen/);
  return then;
}

async function annasDevice(): Promise<Device> {
  const device = new Device();
  await writeLastUser(device, ANNA);
  return device;
}

it('waits for the first pull of a user who signs in on a new device', async () => {
  const then = await show(await annasDevice());
  await writeSyncState(database, { phase: 'syncing', backfill: { loaded: 3, total: 9 } });
  await screen.findByText('the first screen, 3 months');
  expect(then).not.toHaveBeenCalled();
  await writeSyncState(database, { phase: 'idle', lastSyncedAt: '2026-11-22T10:00:00.000Z', backfill: null });
  await expect.poll(() => then.mock.calls.length).toBe(1);
});

it('does not wait for a pull that cannot be had now', async () => {
  const then = await show(await annasDevice());
  await writeSyncState(database, { phase: 'offline', lastError: 'offline' });
  await expect.poll(() => then.mock.calls.length).toBe(1);
});

it('does not wait where nobody has logged in', async () => {
  const device = new Device();
  await startOnDevice(device);
  const then = await show(device);
  await expect.poll(() => then.mock.calls.length).toBe(1);
});
