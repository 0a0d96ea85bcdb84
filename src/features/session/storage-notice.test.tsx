// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Device, writeLastUser } from '#store/session/device';
import { Notices } from '#ui/notices';
import { UiProvider } from '#ui/provider';
import { SessionProvider, useDatabase, useSession } from './session.tsx';

const anna = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a12', email: 'anna@example.org' };

afterEach(cleanup);

/** The browser closes the connection, as it does when it evicts storage. */
function Evicted() {
  const database = useDatabase();
  return (
    <button type="button" onClick={() => database.on('close').fire(new Event('close'))}>
      evict
    </button>
  );
}

function Screen() {
  return useSession().status === 'signed_in' ? <Evicted /> : null;
}

test('when the browser closes the database, a notice tells the way out', async () => {
  const device = new Device();
  await writeLastUser(device, anna);
  render(
    <UiProvider>
      <SessionProvider device={device} connect={() => ({ wake() {}, stop() {} })}>
        <Screen />
      </SessionProvider>
      <Notices />
    </UiProvider>,
  );
  (await screen.findByRole('button', { name: 'evict' })).click();
  expect(await screen.findByText('The browser closed the storage on this device')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});
