/** What the server tells about superseded edits, on the way through a device. */
import { expect, it } from 'vitest';
import type { Notice } from '#domain/mutations/notices';
import { readNotice } from '#store/commands/notices/notice-read';
import { readNotices } from '#store/queries/entries/notices';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, enter, HOME, idOf } from './support/people.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };

function notice(number: number): Notice {
  return {
    id: idOf(number),
    at: '2026-03-10T12:00:00.000Z',
    accountId: HOME,
    table: 'transactions',
    rowId: idOf(1),
    kind: 'edited',
    by: 'ben@example.org',
    lost: { amount: 300 },
    stands: { amount: 200 },
    removed: {},
  };
}

/** The server with these notices for its user. */
function telling(remote: Remote, notices: Notice[]): Remote {
  return { ...remote, pull: async (...asked) => ({ ...(await remote.pull(...asked)), notices }) };
}

it('[S51a] every pull brings all notices that are not settled, and the device keeps no others', async () => {
  const { phone, remote } = await annaWithTwoDevices();
  await phone.commit([enter(1)]);
  await phone.sync(telling(remote, [notice(70), notice(71)]));
  expect(await readNotices(phone.db)).toEqual([notice(70), notice(71)]);
  await phone.sync(telling(remote, [notice(71)]));
  expect(await readNotices(phone.db)).toEqual([notice(71)]);
});

it('[S51b] a settled notice stays hidden while its call waits, and until a pull that was asked for later', async () => {
  const { phone, remote, through } = await annaWithTwoDevices();
  await phone.sync(telling(remote, [notice(70)]));
  const read = await readNotice(phone.db, actor, { id: idOf(70) }, new Date(phone.now()));
  expect(read.ok).toBe(true);
  await phone.pull(telling(remote, [notice(70)]));
  expect(await readNotices(phone.db)).toEqual([]);
  await expect(phone.sync(telling(through('lost reply'), [notice(70)]))).rejects.toMatchObject({ reason: 'offline' });
  await phone.pull(telling(remote, [notice(70)]));
  expect(await readNotices(phone.db)).toEqual([]);
  await phone.sync(telling(remote, []));
  expect(await readNotices(phone.db)).toEqual([]);
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.bases.count()).toBe(0);
});
