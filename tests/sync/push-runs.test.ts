/** Additions that are sent together have their fate in one record; whatever happens on the way, each has it for itself. */
import { describe, expect, it, vi } from 'vitest';
import { cancelIntent } from '#store/intents';
import { countWaiting, firstWaiting, readEntry, waitingEntries } from '#store/outbox';
import { rowStates } from '#store/queries/row-states';
import { readSyncSummary } from '#store/queries/sync-summary';
import { readRuns } from '#store/runs';
import { pushAll, pushOnce, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { change, enter, idOf, makeAccount, SHOP, START } from './people.ts';
import { annaWithTwoDevices, SCOPE } from './world-of-two.ts';

/** Anna with so many entries on her phone, whose ids are answered with. */
async function annaWithEntries(count: number) {
  const world = await annaWithTwoDevices();
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) ids.push(await world.phone.commit([enter(number)]));
  return { ...world, ids };
}

/** Does something while the request is under way. */
function meanwhile(remote: Remote, act: () => Promise<unknown>): Remote {
  return {
    ...remote,
    push: async (userId, mutations) => {
      await act();
      return remote.push(userId, mutations);
    },
  };
}

/** As the real server decides on additions: all at once, with the last number of each account. */
function decidingTogether(remote: Remote): Remote {
  return {
    ...remote,
    push: async (userId, mutations) => {
      const answer = await remote.push(userId, mutations);
      const applied = answer.verdicts.filter((verdict) => verdict.status === 'applied');
      const last = Object.assign({}, ...applied.map(({ versions }) => versions));
      const verdicts = applied.map(({ id, status, versions }) => {
        const common = Object.keys(versions).map((accountId) => [accountId, last[accountId]]);
        return { id, status, versions: Object.fromEntries(common) };
      });
      return { ...answer, verdicts };
    },
  };
}

const states = (entries: { state: string }[]) => [...new Set(entries.map(({ state }) => state))];

describe('additions that are sent together', () => {
  it('are in flight by one record, and applied by one, until the cursors have reached them (S16, S35)', async () => {
    const { phone, remote, now, ids } = await annaWithEntries(5);
    const seen: string[][] = [];
    const watched = meanwhile(decidingTogether(remote), async () => seen.push(states(await waitingEntries(phone.db))));
    await pushOnce(phone.db, watched, now, startPushing());
    expect(seen).toEqual([['in_flight']]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['pending']);
    expect(await readRuns(phone.db)).toHaveLength(1);
    for (const id of ids) {
      expect(await readEntry(phone.db, id)).toMatchObject({ state: 'applied', attempts: 1, verdict: { id } });
    }
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readRuns(phone.db)).toEqual([]);
    expect(await phone.rows(SCOPE)).toHaveLength(5);
  });

  it('are nothing that waits, once they are applied, for whoever asks (S4)', async () => {
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

  it('cannot be taken back or folded into while they are under way (S9, G2)', async () => {
    const { phone, remote, ids, server } = await annaWithEntries(3);
    const [first = ''] = ids;
    const row = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(1));
    if (!row) throw new Error('the row is not here');
    let asked = 0;
    const edited = meanwhile(remote, async () => {
      if (asked++ > 0) return;
      expect(await cancelIntent(phone.db, first)).toBe(false);
      expect(await phone.commit([change(row, { notes: 'later' })], [row])).not.toBe(first);
    });
    await phone.sync(edited);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'later' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('say each for itself that no answer came, and are sent again under their ids (S5, S35, G2)', async () => {
    const { phone, remote, through, server } = await annaWithEntries(4);
    await expect(phone.sync(through('lost reply'))).rejects.toMatchObject({ reason: 'offline' });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(4).fill({ state: 'in_flight', attempts: 1 }));
    expect(await readRuns(phone.db)).toEqual([]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('that a page left in flight when it was closed are sent again by the next (S5)', async () => {
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

  it('that another tab sends as well have one effect, and the tab that is late changes nothing (S3, S5, S21)', async () => {
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
    expect(await readRuns(phone.db)).toEqual([]);
  });

  it('have a verdict each when one of them is refused, and it alone comes off the rows (S4, G1)', async () => {
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

  it('wait for the account of each, when they are in several (S16)', async () => {
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

  it('that are left for the next cycle wait as if nothing had been sent (S21, S35)', async () => {
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

  it('that were not sent wait as before when the answer to the first of them is not for this user (S15, S35)', async () => {
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

  it('leave what was not sent without an attempt when the server turns a batch away unread (S6)', async () => {
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
    expect(await readRuns(phone.db)).toEqual([]);
  });

  it('do not take along what is not an addition, nor go past it (S2)', async () => {
    const { phone, remote, now, server } = await annaWithEntries(2);
    const [row] = await phone.rows(SCOPE);
    await phone.sync(remote);
    if (!row) throw new Error('nothing entered');
    await phone.commit([enter(3)]);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    await phone.commit([enter(4)]);
    await pushOnce(phone.db, remote, now, startPushing());
    expect(await readRuns(phone.db)).toEqual([]);
    expect(states(await phone.db.outbox.toArray())).toEqual(['applied']);
    expect(server.state.tables.transactions.size).toBe(4);
  });
});

describe('the next batch of additions', () => {
  const quickly = () => ({ ...startPushing(), size: 2 });
  /** Every answer is quick. */
  const noTime = () => START;

  /** Counts the requests that are under way at once. */
  function counting(remote: Remote) {
    const counted = { atOnce: 0, most: 0, asked: 0 };
    const push: Remote['push'] = async (userId, mutations) => {
      counted.asked += 1;
      counted.atOnce += 1;
      counted.most = Math.max(counted.most, counted.atOnce);
      try {
        // Whoever does not wait for an answer gets to asking now.
        for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
        return await remote.push(userId, mutations);
      } finally {
        counted.atOnce -= 1;
      }
    };
    return { counted, remote: { ...remote, push } };
  }

  it('is under way before the one before it is answered, and never a third (S35, G2)', async () => {
    const { phone, remote, server } = await annaWithEntries(20);
    const watched = counting(decidingTogether(remote));
    const progress = quickly();
    expect(await pushAll(phone.db, watched.remote, noTime, progress, () => true)).toBe('done');
    expect(watched.counted.most).toBe(2);
    expect(progress.decided).toBe(20);
    expect(server.state.tables.transactions.size).toBe(20);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
  });

  it('is under way at once, in halves of what alone would be the first (S35)', async () => {
    const { phone, remote } = await annaWithEntries(6);
    const watched = counting(remote);
    expect(startPushing().size).toBe(250);
    expect(await pushOnce(phone.db, watched.remote, noTime, { ...startPushing(), size: 2 })).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 2, most: 2 });
  });

  it('waits for an answer when the last one took long (S35)', async () => {
    const { phone, remote } = await annaWithEntries(8);
    const watched = counting(remote);
    let time = START;
    const slowly = () => (time += 3000);
    const progress = { ...startPushing(), size: 1 };
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 2, most: 2 });
    expect(await pushOnce(phone.db, watched.remote, slowly, progress)).toBe('more');
    expect(watched.counted).toMatchObject({ asked: 3, atOnce: 0 });
  });

  it('does not go past what is not an addition (S2, S27, S35)', async () => {
    const { phone, remote, now } = await annaWithEntries(2);
    const [row] = await phone.rows(SCOPE);
    await phone.sync(remote);
    if (!row) throw new Error('nothing entered');
    for (const number of [3, 4]) await phone.commit([enter(number)]);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    for (const number of [5, 6]) await phone.commit([enter(number)]);
    const watched = counting(remote);
    await pushAll(phone.db, watched.remote, now, quickly(), () => true);
    expect(watched.counted).toMatchObject({ most: 1 });
  });

  it('has its answer noted when the one before it got none, which is then sent again (S5, S35, G2)', async () => {
    const { phone, remote, now, server, ids } = await annaWithEntries(4);
    let asked = 0;
    const first: Remote = {
      ...remote,
      push: async (userId, mutations) => {
        if (asked++ === 0) throw new RemoteFailure('offline');
        return remote.push(userId, mutations);
      },
    };
    const pushing = pushAll(phone.db, first, now, quickly(), () => true);
    await expect(pushing).rejects.toMatchObject({ reason: 'offline' });
    expect(asked).toBe(2);
    expect((await waitingEntries(phone.db)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(4);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('is not the end while one before it, on which the server failed, waits for another try (S7, S35)', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    let asked = 0;
    const failing = meanwhile(remote, async () => {
      if (++asked === 1) throw new RemoteFailure('server');
    });
    expect(await pushAll(phone.db, failing, noTime, quickly(), () => true)).toBe('done');
    expect(server.state.tables.transactions.size).toBe(4);
  });

  it('is followed by what was entered while it was under way (S2, S35)', async () => {
    const { phone, remote, server } = await annaWithEntries(4);
    let asked = 0;
    const entering = meanwhile(remote, async () => {
      if (++asked === 2) await phone.commit([enter(5)]);
    });
    expect(await pushAll(phone.db, entering, noTime, quickly(), () => true)).toBe('done');
    expect(server.state.tables.transactions.size).toBe(5);
  });

  it('is sent again when the page was closed while both were under way (S5, S35, G2)', async () => {
    const { phone, remote, now, server } = await annaWithEntries(6);
    let asked = 0;
    const closed = meanwhile(remote, async () => {
      if (++asked === 2) phone.db.close();
    });
    await expect(pushAll(phone.db, closed, now, quickly(), () => true)).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    });
    phone.reload();
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(6);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('is no attempt when the server turns both away unread (S6, S35)', async () => {
    const { phone, remote, now } = await annaWithEntries(5);
    const refuse: Remote = { ...remote, push: () => Promise.reject(new RemoteFailure('unauthorized')) };
    await expect(pushAll(phone.db, refuse, now, quickly(), () => true)).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(await phone.db.outbox.toArray()).toMatchObject(Array(5).fill({ state: 'pending', attempts: 0 }));
    expect(await readRuns(phone.db)).toEqual([]);
  });

  it.each(
    (['lost request', 'lost reply', 'duplicate', 'straggler', 'busy', 'defect', 'signed out'] as const).flatMap(
      (fault) => [1, 2, 3].map((at) => ({ fault, at })),
    ),
  )(
    'comes to nothing twice and loses nothing, after “$fault” at request $at (S5, S7, S35, G1, G2)',
    async ({ fault, at }) => {
      const { phone, remote, through, server } = await annaWithEntries(9);
      const faulty = through(...Array(at - 1).fill('ok'), fault);
      await pushAll(phone.db, faulty, noTime, quickly(), () => true).catch((failure) => {
        if (!(failure instanceof RemoteFailure)) throw failure;
      });
      await phone.sync(remote);
      await phone.sync(remote);
      expect(server.state.tables.transactions.size).toBe(9);
      expect(await phone.db.outbox.count()).toBe(0);
      expect(await readRuns(phone.db)).toEqual([]);
      expect(await phone.balance(SCOPE)).toBe(await phone.countedBalance(SCOPE));
    },
  );
});
