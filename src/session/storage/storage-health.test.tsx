// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dexie } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database, databaseName } from '#store/database/database';
import { StorageFailure, type StorageReason } from '#store/database/storage-failure';
import { startOnDevice } from '#store/local/start';
import { Device, writeLastUser } from '#store/session/device';
import { readLocalUser } from '#store/session/local-user';
import { endSession } from '#store/session/revocations';
import { UiProvider } from '#ui/provider';
import { Toasts } from '#ui/toast';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { CrashBoundary } from '../../pages/shell/crash-boundary.tsx';
import { CrashScreen } from '../../pages/shell/crash-screen.tsx';
import { SessionProvider } from '../holder/session-provider.tsx';
import { useDatabase, useHasData, useSession } from '../session.ts';

const anna = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a12', email: 'anna@example.org' };
const bruno = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a13', email: 'bruno@example.org' };

beforeEach(() => {
  completePlatform({ width: 1280 });
  // React reports the error that the boundary shows.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await new Database(anna.id).delete();
  await new Database(bruno.id).delete();
  await new Device().delete();
});

let opened: Database;

function Accounts() {
  opened = useDatabase();
  const count = useLiveQuery(() => opened.accounts.count(), []);
  return <p>{count === undefined ? 'reading' : `${count} accounts`}</p>;
}

function Screen() {
  return useHasData() ? <Accounts /> : <Nobody />;
}

function Nobody() {
  return useSession().status === 'signed_out' && <p>nobody is signed in</p>;
}

async function showApp(): Promise<Device> {
  const device = new Device();
  await writeLastUser(device, anna);
  await showScreen(device);
  await screen.findByText('0 accounts');
  return device;
}

/** Somebody without a login, whose database is open. */
async function startHere(): Promise<{ device: Device; id: string }> {
  const device = new Device();
  await startOnDevice(device);
  await showScreen(device);
  await screen.findByText('1 accounts');
  return { device, id: opened.userId };
}

async function showScreen(device: Device): Promise<void> {
  render(
    <UiProvider>
      <CrashBoundary>
        <SessionProvider device={device} connect={() => ({ wake() {}, stop() {} })}>
          <Screen />
        </SessionProvider>
        <Toasts />
      </CrashBoundary>
    </UiProvider>,
  );
}

const deleted = (name: string) =>
  new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done }));

test('a database that the browser removed under the app is told once: what is lost, what comes back', async () => {
  await showApp();
  const connection = opened.backendDB();
  connection.onclose?.(new Event('close'));
  connection.close();
  await deleted(databaseName(anna.id));
  expect(await screen.findByText('The data on this device was removed')).toBeTruthy();
  expect(screen.getAllByText(/removed/)).toHaveLength(2);
  expect(
    screen.getByText(/What the server has comes back when you reload. What was not sent yet is lost/),
  ).toBeTruthy();
  expect(screen.queryByText(/still there|is kept/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('a database that somebody deleted with the browser’s tools is told in the same way', async () => {
  await showApp();
  await deleted(databaseName(anna.id));
  expect(await screen.findByText('The data on this device was removed')).toBeTruthy();
});

test.each([
  ['removed by the browser', (db: Database) => db.backendDB().onclose?.(new Event('close'))],
  ['deleted with its tools', () => {}],
])('a database without a login that is %s is told once: no server has it', async (_, closed) => {
  const { device, id } = await startHere();
  closed(opened);
  await deleted(databaseName(id));
  expect(await screen.findByText('The data on this device was removed')).toBeTruthy();
  expect(screen.getByText(/No server has it, so it cannot come back\. You can start again\./)).toBeTruthy();
  await vi.waitFor(async () => expect(await readLocalUser(device)).toBeNull());
  cleanup();
  await showScreen(device);
  expect(await screen.findByText('nobody is signed in')).toBeTruthy();
  expect(screen.queryByText(/removed/)).toBeNull();
});

test('a database without a login that was removed between two visits is told once', async () => {
  const { device, id } = await startHere();
  cleanup();
  await deleted(databaseName(id));
  await showScreen(device);
  expect(await screen.findByText('The data on this device was removed')).toBeTruthy();
  expect(await screen.findByText('nobody is signed in')).toBeTruthy();
  expect(await readLocalUser(device)).toBeNull();
  expect(await Dexie.exists(databaseName(id))).toBe(false);
  // It stays until somebody has read it.
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
});

test('a log-out in another tab deletes the database, and nobody reads of removed data', async () => {
  const device = await showApp();
  await endSession(device);
  await deleted(databaseName(anna.id));
  expect(await screen.findByText('nobody is signed in')).toBeTruthy();
  expect(screen.queryByText(/removed/)).toBeNull();
});

test('a database that the browser closed but kept goes on without a word', async () => {
  await showApp();
  opened.backendDB().onclose?.(new Event('close'));
  await vi.waitFor(() => expect(opened.isOpen()).toBe(true));
  expect(screen.getByText('0 accounts')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a newer version in another tab is offered in a toast', async () => {
  await showApp();
  const newer = new Database(anna.id);
  newer.version(4).stores({ later: 'id' });
  await newer.open();
  expect(await screen.findByText('Carryover was updated in another tab.')).toBeTruthy();
  newer.close();
});

test('a database that does not open after its user has left is not told to the next one', async () => {
  const device = new Device();
  await writeLastUser(device, anna);
  const opening = Promise.withResolvers<never>();
  const open = vi.spyOn(Database.prototype, 'open').mockReturnValueOnce(Dexie.Promise.resolve(opening.promise));
  await showScreen(device);
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1));
  await writeLastUser(device, bruno);
  await screen.findByText('0 accounts');
  await act(async () => opening.reject(new StorageFailure('storage_closed')));
  expect(screen.getByText('0 accounts')).toBeTruthy();
});

test.each<[StorageReason, string, RegExp]>([
  ['storage_full', 'This device has no room left', /Free some space/],
  ['storage_unavailable', 'This browser does not let Carryover keep data', /leave private browsing/],
  ['storage_closed', 'The browser closed the storage on this device', /restart the browser/],
  ['storage_removed', 'The data on this device was removed', /comes back when you reload/],
  ['storage_removed_local', 'The data on this device was removed', /You can start again/],
])('without storage (%s) the app says what happened and what to do', (reason, title, way) => {
  render(<CrashScreen error={new StorageFailure(reason)} />, { wrapper: UiProvider });
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(way)).toBeTruthy();
  expect(screen.queryByText(/is kept on this device/)).toBeNull();
});
