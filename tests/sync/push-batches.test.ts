/** One record says what became of a batch. After any other outcome, each entry says it for itself (S35). */

import { describe, expect, it, vi } from 'vitest';
import { cancelEntry } from '#store/commands/entries/entry-cancel';
import { readBatches } from '#store/outbox/batches';
import { countWaiting, readEntry, waitingEntries } from '#store/outbox/outbox';
import { firstWaiting } from '#store/queries/entries/unsynced-entries';
import { rowStates } from '#store/queries/rows/row-states';
import { readSyncSummary } from '#store/queries/sync/sync-summary';
import { pushAll, pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { change, enter, idOf, makeAccount, SHOP } from './support/people.ts';
import { decidingTogether, meanwhile } from './support/watched-remote.ts';
import { annaWithEntries, annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const states = (entries: { state: string }[]) => [...new Set(entries.map(({ state }) => state))];

describe('a batch', () => {
  it('[S35a] one record says that a batch is in flight, and one that it was applied', async () => {
    const { phone, remote, now, ids } = await annaWithEntries(5);
    const seen: string[][] = [];
    const watched = meanwhile(decidingTogether(remote), async () => seen.push(states(await waitingEntries(phone.db))));
    await pushOnce(phone.db, watched, now, startPushing());
    expect(seen).toEqual([['in_flight']]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    expect(await readBatches(phone.db)).toHaveLength(1);
    for (const id of ids) {
      expect(await readEntry(phone.db, id)).toMatchObject({ state: 'applied', attempts: 1, verdict: { id } });
    }
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
    expect(await phone.rows(SCOPE)).toHaveLength(5);
  });

  it('[S35a] entries of an applied batch no longer count as waiting, although they are not written', async () => {
    const { phone, remote, now } = await annaWithEntries(3);
    await pushOnce(phone.db, decidingTogether(remote), now, startPushing());
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    const last = await phone.commit([enter(4)]);
    expect(await countWaiting(phone.db)).toBe(1);
    expect((await firstWaiting(phone.db, 5)).map(({ id }) => id)).toEqual([last]);
    expect((await waitingEntries(phone.db)).map(({ id }) => id)).toEqual([last]);
    expect(await readSyncSummary(phone.db)).toMatchObject({ waiting: 1, toSettle: [] });
    const shown = await rowStates(phone.db, 'transactions', [1, 2, 3, 4].map(idOf));
    expect([...shown]).toEqual([[idOf(4), 'waiting']]);
  });

  it('[S9a, G2] an entry of a batch in flight cannot be cancelled, and no edit coalesces with it', async () => {
    const { phone, remote, ids, server } = await annaWithEntries(3);
    const [first = ''] = ids;
    const row = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(1));
    if (!row) throw new Error('the row is not here');
    let asked = 0;
    const edited = meanwhile(remote, async () => {
      if (asked++ > 0) return;
      expect(await cancelEntry(phone.db, first)).toBe(false);
      expect(await phone.commit([change(row, { notes: 'later' })], [row])).not.toBe(first);
    });
    await phone.sync(edited);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'later' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S5, S35b, G2] after a lost response each entry says so for itself and goes again under its id', async () => {
    const { phone, remote, through, server } = await annaWithEntries(4);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(4).fill({ state: 'in_flight', attempts: 1 }));
    expect(await readBatches(phone.db)).toEqual([]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S5] a batch that a closed page left in flight goes again from the next page', async () => {
    const { phone, remote, now, server } = await annaWithEntries(4);
    const closed = meanwhile(remote, async () => phone.db.close());
    await expect(pushOnce(phone.db, closed, now, startPushing())).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    });
    phone.reload();
    expect(states(await waitingEntries(phone.db))).toEqual(['in_flight']);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S3, S5] a batch that two tabs send has one effect, and the later response changes nothing', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    const tab = phone.tab();
    let asked = 0;
    const overtaken = meanwhile(remote, async () => {
      if (asked++ === 0) await tab.sync(remote);
    });
    await expect(phone.sync(overtaken)).rejects.toMatchObject({ reason: 'malformed' });
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readBatches(phone.db)).toEqual([]);
  });

  it('[S4c, S4d, S35b, G1] a refusal of one entry gives each its verdict and keeps the other rows', async () => {
    const { phone, remote, ids } = await annaWithEntries(5);
    const [, , refused = ''] = ids;
    const strict: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        const others = mutations.filter(({ id }) => id !== refused);
        const answer = await decidingTogether(remote).push(userId, others);
        const no = { id: refused, status: 'rejected' as const, reason: 'invalid' as const, code: null, message: '' };
        return { ...answer, verdicts: [...answer.verdicts, no] };
      },
    };
    await phone.sync(strict);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { id: refused, state: 'rejected', content: [{ row: { id: idOf(3) } }] },
    ]);
    expect((await phone.rows(SCOPE)).map(({ id }) => id).sort()).toEqual([1, 2, 4, 5].map(idOf));
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });

  it('[S16a] entries of a batch in several accounts wait for their own account only', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, phone.person)]);
    await phone.sync(remote);
    const home = await phone.commit([enter(1)]);
    const shop = await phone.commit([enter(2, { accountId: SHOP })]);
    await pushOnce(phone.db, decidingTogether(remote), now, startPushing());
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    const accountsOf = async (id: string) => {
      const verdict = (await readEntry(phone.db, id))?.verdict;
      return verdict?.status === 'applied' && Object.keys(verdict.versions);
    };
    expect(await accountsOf(home)).not.toContain(SHOP);
    expect(await accountsOf(shop)).toEqual([SHOP]);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S21d] entries that are left for the next cycle wait as if nothing had been sent', async () => {
    const { phone, remote, now } = await annaWithEntries(6);
    const once = { ...remote, push: vi.fn<Remote['push']>(remote.push) };
    expect(await pushAll(phone.db, once, now, { ...startPushing(), size: 2, quick: false }, () => false)).toBe('more');
    expect(once.push).toHaveBeenCalledTimes(1);
    expect(await countWaiting(phone.db)).toBe(4);
    expect(await waitingEntries(phone.db)).toMatchObject(Array(4).fill({ state: 'pending', attempts: 0 }));
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(6);
  });

  it('[S15a, S35b] a response for another user leaves the sent entries in flight and the others pending', async () => {
    const { phone, remote, now } = await annaWithEntries(6);
    const another: Remote = {
      ...remote,
      push: async (userId, mutations) => ({ ...(await remote.push(userId, mutations)), user: idOf(99) }),
    };
    const pushing = pushAll(phone.db, another, now, { ...startPushing(), size: 2, quick: false }, () => true);
    await expect(pushing).rejects.toMatchObject({ reason: 'forbidden_user' });
    const [first, second, ...unsent] = await waitingEntries(phone.db);
    expect([first, second]).toMatchObject(Array(2).fill({ state: 'in_flight', attempts: 1 }));
    expect(unsent).toMatchObject(Array(4).fill({ state: 'pending', attempts: 0 }));
  });

  it('[S6] a batch that the server turned away unread counts as no attempt', async () => {
    const { phone, remote, now } = await annaWithEntries(5);
    const refuse: Remote = {
      ...remote,
      push: async () => {
        throw new RemoteFailure('unauthorized');
      },
    };
    await expect(pushOnce(phone.db, refuse, now, { ...startPushing(), size: 2, quick: false })).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(5).fill({ state: 'pending', attempts: 0 }));
    expect(await readBatches(phone.db)).toEqual([]);
  });

  it('[S35a] entries that do not only add transactions go without a record of a batch', async () => {
    const { phone, remote, now, server } = await annaWithEntries(2);
    const [row] = await phone.rows(SCOPE);
    await phone.sync(remote);
    if (!row) throw new Error('nothing entered');
    await phone.commit([enter(3)]);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    await phone.commit([enter(4)]);
    await pushOnce(phone.db, remote, now, startPushing());
    expect(await readBatches(phone.db)).toEqual([]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['applied']);
    expect(server.state.tables.transactions.size).toBe(4);
  });
});
