// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '#store/database/database';
import { accountRow } from '#store/database/rows.fixture';
import { startOnDevice } from '#store/local/start';
import { Device } from '#store/session/device';
import { SessionProvider } from './holder/session-provider.tsx';
import { preparedQuery } from './prepared-query.ts';
import { useDatabase, useHasData } from './session.ts';
import { sharedQuery } from './shared-query.ts';

let database: Database;

afterEach(async () => {
  cleanup();
  await database.delete();
  await new Device().delete();
});

const connect = (opened: Database) => {
  database = opened;
  return { wake() {}, stop() {} };
};

const names = async (db: Database) => (await db.accounts.toArray()).map(({ name }) => name).join(', ');

/** Opens the database of somebody who has one account, with `prepare` before anything is drawn. */
async function show(Screen: () => ReactNode, prepare: (db: Database) => Promise<void>) {
  const device = new Device();
  await startOnDevice(device);
  const Opened = () => useHasData() && <Screen />;
  render(
    <SessionProvider device={device} connect={connect} prepare={prepare}>
      <Opened />
    </SessionProvider>,
  );
}

it('a component is drawn with the prepared value at once, and again after a change', async () => {
  const accounts = preparedQuery<string>();
  const drawn: (string | undefined)[] = [];
  const Screen = () => {
    const db = useDatabase();
    const value = accounts.useQuery('names', () => names(db), []);
    drawn.push(value);
    return <p>{value}</p>;
  };
  await show(Screen, (db) => accounts.prepare(db, 'names', () => names(db)));
  await screen.findByText('Personal');
  expect(drawn[0]).toBe('Personal');
  await database.accounts.put(accountRow({ name: 'Cash' }));
  await screen.findByText(/Cash/);
});

it('what was prepared under another name, or cannot be read, is read by who is drawn', async () => {
  const accounts = preparedQuery<string>();
  const Screen = () => {
    const db = useDatabase();
    return <p>{accounts.useQuery('names', () => names(db), []) ?? 'nothing yet'}</p>;
  };
  await show(Screen, async (db) => {
    await accounts.prepare(db, 'names', () => Promise.reject(new Error('no disk')));
    await accounts.prepare(db, 'others', async () => 'other accounts');
  });
  await screen.findByText('nothing yet');
  expect(await screen.findByText('Personal')).toBeTruthy();
});

it('only the first who asks has the prepared value: it grows old', async () => {
  const accounts = preparedQuery<string>();
  const Names = () => {
    const db = useDatabase();
    return <p>{accounts.useQuery('names', () => names(db), []) ?? 'nothing yet'}</p>;
  };
  let again = () => {};
  const Screen = () => {
    const [round, setRound] = useState(1);
    again = () => setRound(round + 1);
    return <Names key={round} />;
  };
  await show(Screen, (db) => accounts.prepare(db, 'names', () => names(db)));
  await screen.findByText('Personal');
  act(again);
  expect(screen.queryByText('Personal')).toBeNull();
  await screen.findByText('Personal');
});

it('a shared query that was prepared runs once, and goes on for who listens', async () => {
  const count = vi.fn<(db: Database) => Promise<number>>((db) => db.accounts.count());
  const useCount = sharedQuery(count);
  const drawn: (number | undefined)[] = [];
  const Screen = () => {
    const value = useCount();
    drawn.push(value);
    return <p>{`${value} accounts`}</p>;
  };
  await show(Screen, async (db) => {
    expect(await useCount.prepare(db)).toBe(1);
    expect(await useCount.prepare(db)).toBe(1);
  });
  await screen.findByText('1 accounts');
  expect(drawn[0]).toBe(1);
  expect(count).toHaveBeenCalledTimes(1);
  await database.accounts.put(accountRow());
  await screen.findByText('2 accounts');
});
