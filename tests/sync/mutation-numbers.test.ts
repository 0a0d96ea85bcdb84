import { describe, expect, it } from 'vitest';
import type { SentMutation } from '#domain/mutations/operations';
import { retryEntry } from '../../src/store/commands/entries/entry-retry.ts';
import type { Remote } from '../../sync/remote.ts';
import { change, enter, HOME, idOf } from './support/people.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

describe('what names a mutation for ever', () => {
  /** A server that notes the mutations that come. */
  function keeping(remote: Remote) {
    const came: SentMutation[] = [];
    const push: Remote['push'] = (userId, mutations) => {
      came.push(...mutations);
      return remote.push(userId, mutations);
    };
    return { came, kept: { ...remote, push } };
  }

  /** A server that has forgotten every mutation that comes. */
  function forgetting(remote: Remote): Remote {
    const push: Remote['push'] = async (userId, mutations) => {
      const answer = await remote.push(userId, []);
      const refusal = { status: 'rejected', reason: 'forgotten', code: null, message: '' } as const;
      return { ...answer, verdicts: mutations.map(({ id }) => ({ id, ...refusal })) };
    };
    return { ...remote, push };
  }

  it('[S52a] every mutation names its device and a number of that device that rises', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    const { came, kept } = keeping(remote);
    await phone.commit([enter(1)]);
    await phone.sync(kept);
    const row = await onlyRow(phone);
    phone.reload();
    await phone.commit([change(row, { notes: 'b' })], [row]);
    await phone.sync(kept);
    await laptop.commit([enter(2)]);
    await laptop.sync(kept);
    const [first, second, third] = came;
    expect(second?.device).toBe(first?.device);
    expect(second?.number).toBeGreaterThan(first?.number ?? Number.POSITIVE_INFINITY);
    expect(third?.device).toMatch(/^[0-9a-f-]{36}$/);
    expect(third?.device).not.toBe(first?.device);
  });

  it('[S52a, S30b] a database that was emptied counts as another device, because its numbers begin anew', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const { came, kept } = keeping(remote);
    await phone.commit([enter(1)]);
    await phone.sync(kept);
    await phone.db.delete();
    phone.reload();
    await phone.sync(kept);
    await phone.commit([enter(2)]);
    await phone.sync(kept);
    expect(came.map(({ number }) => number)).toEqual([expect.any(Number), 1]);
    expect(came[0]?.device).not.toBe(came[1]?.device);
  });

  it('[S52a, S5] a mutation that goes again goes under its number, with the cursors of its command', async () => {
    const { phone, remote, through } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const { came, kept } = keeping(through('lost reply'));
    await expect(phone.sync(kept)).rejects.toMatchObject({ reason: 'offline' });
    const again = keeping(remote);
    await phone.sync(again.kept);
    expect(again.came).toEqual(came);
    expect(came).toMatchObject([{ cursors: { [HOME]: expect.any(Number) } }]);
  });

  it('[S52b, G1] a forgotten mutation keeps its content, and a retry goes under another number', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(forgetting(remote));
    const [entry] = await phone.db.outbox.toArray();
    expect(entry).toMatchObject({ state: 'rejected', operations: [enter(1)], content: [{ row: { id: idOf(1) } }] });
    expect(await phone.rows(SCOPE)).toEqual([]);
    await retryEntry(phone.db, entry?.id ?? '', new Date(phone.now()));
    const { came, kept } = keeping(remote);
    await phone.sync(kept);
    expect(came[0]?.number).toBeGreaterThan(entry?.seq ?? Number.POSITIVE_INFINITY);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
  });

  it('[S52b] a blocked entry keeps its number when it is tried again, and gets another once forgotten', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    const blocked = { state: 'blocked', attempts: 1, blocked: { code: 'XX000', by: null } } as const;
    await phone.db.outbox.toCollection().modify(blocked);
    const [before] = await phone.db.outbox.toArray();
    await retryEntry(phone.db, before?.id ?? '', new Date(phone.now()));
    const first = keeping(forgetting(remote));
    await phone.sync(first.kept);
    expect(first.came).toMatchObject([{ number: before?.seq }]);
    const [forgotten] = await phone.db.outbox.toArray();
    await retryEntry(phone.db, forgotten?.id ?? '', new Date(phone.now()));
    const second = keeping(remote);
    await phone.sync(second.kept);
    expect(second.came[0]?.number).toBeGreaterThan(before?.seq ?? Number.POSITIVE_INFINITY);
    expect(await phone.rows(SCOPE)).toHaveLength(1);
  });
});
