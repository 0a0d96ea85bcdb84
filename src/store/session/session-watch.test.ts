import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idOf } from '../database/rows.fixture.ts';
import { Device } from './device.ts';
import { endSession } from './revocations.ts';
import { SESSION_KEY, sessionStorage } from './session-storage.ts';
import { watchSession } from './session-watch.ts';

let indexedDB: IDBFactory;
const watches: (() => void)[] = [];
beforeEach(() => {
  indexedDB = new IDBFactory();
});
afterEach(() => {
  for (const stop of watches.splice(0)) stop();
});

/** A tab of the same browser, with its own connection to the device's storage. */
function tab() {
  const device = new Device({ indexedDB, IDBKeyRange });
  const storage = sessionStorage(device);
  return {
    device,
    logIn: (id: string) => {
      const access_token = `e30.${btoa(JSON.stringify({ session_id: id })).replaceAll('=', '')}.sig`;
      const user = { id: idOf(1), email: 'anna@example.org' };
      return storage.setItem(SESSION_KEY, JSON.stringify({ access_token, refresh_token: id, expires_at: 1, user }));
    },
    /** Like the auth client when the server refuses to renew the session. */
    loseSession: () => storage.removeItem(SESSION_KEY),
    /** Collects what the listener was called with. */
    watch: () => {
      const heard: boolean[] = [];
      watches.push(watchSession(device, (endedByServer) => heard.push(endedByServer)));
      return heard;
    },
  };
}

it('tells every tab that the server ended the session, and that somebody logged in again', async () => {
  const [here, there] = [tab(), tab()];
  await here.logIn('one');
  const heard = [here.watch(), there.watch()];
  await vi.waitFor(() => expect(heard).toEqual([[false], [false]]));
  await here.loseSession();
  await vi.waitFor(() => expect(heard.map((said) => said.at(-1))).toEqual([true, true]));
  await there.logIn('two');
  await vi.waitFor(() => expect(heard.map((said) => said.at(-1))).toEqual([false, false]));
});

it('a log-out on this device does not count as ended by the server', async () => {
  const [here, there] = [tab(), tab()];
  await here.logIn('one');
  const heard = there.watch();
  await vi.waitFor(() => expect(heard).toEqual([false]));
  await endSession(here.device);
  const since = there.watch();
  await vi.waitFor(() => expect(since).toEqual([false]));
  expect(heard).toEqual([false]);
});

it('reports an end once, however often the session is removed', async () => {
  const [here, there] = [tab(), tab()];
  await here.logIn('one');
  const heard = there.watch();
  await vi.waitFor(() => expect(heard).toEqual([false]));
  await here.loseSession();
  await vi.waitFor(() => expect(heard).toEqual([false, true]));
  await there.loseSession();
  await here.logIn('two');
  await vi.waitFor(() => expect(heard).toEqual([false, true, false]));
});

it('nothing has ended when nobody was signed in', async () => {
  const heard = tab().watch();
  await vi.waitFor(() => expect(heard).toEqual([false]));
});
