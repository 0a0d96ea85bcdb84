// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '#store/database/database';
import { accountRow } from '#store/database/rows.fixture';
import { startOnDevice } from '#store/local/start';
import { Device } from '#store/session/device';
import { SessionProvider } from './holder/session-provider.tsx';
import { useHasData } from './session.ts';
import { sharedQuery } from './shared-query.ts';

let database: Database;

afterEach(async () => {
  cleanup();
  await database.delete();
  await new Device().delete();
});

/** What is read after the first await counts, too. */
const count = vi.fn<(db: Database) => Promise<number>>(async (db) => {
  await db.budgets.count();
  return db.accounts.count();
});
const useCount = sharedQuery(count);

function Counted({ name }: { name: string }) {
  const accounts = useCount();
  return <p>{`${name} ${accounts ?? 'nothing yet'}`}</p>;
}

function Screen({ names }: { names: string[] }) {
  return useHasData() && names.map((name) => <Counted key={name} name={name} />);
}

const connect = (opened: Database) => {
  database = opened;
  return { wake() {}, stop() {} };
};

it('asks once for all components, after each change, and anew when the last of them has gone', async () => {
  const device = new Device();
  await startOnDevice(device);
  const of = (names: string[]) => (
    <SessionProvider device={device} connect={connect}>
      <Screen names={names} />
    </SessionProvider>
  );
  const { rerender } = render(of(['here', 'there']));
  await screen.findByText('here 1');
  await screen.findByText('there 1');
  expect(count).toHaveBeenCalledTimes(1);
  await database.accounts.put(accountRow());
  await screen.findByText('here 2');
  await screen.findByText('there 2');
  expect(count).toHaveBeenCalledTimes(2);
  rerender(of(['here']));
  await screen.findByText('here 2');
  rerender(of([]));
  await database.accounts.clear();
  expect(count).toHaveBeenCalledTimes(2);
  rerender(of(['again']));
  await screen.findByText('again 0');
  expect(count).toHaveBeenCalledTimes(3);
});
