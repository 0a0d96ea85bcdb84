/** A first pull has two requests under way. The second one uses foreseen cursors (S34). */
import { describe, expect, it } from 'vitest';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, change, enter, HOME } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

describe('a foreseen request', () => {
  /** Puts Anna's entries of these months on the server. Returns an empty tablet and what it asks for. */
  async function annaWithMonths(...months: number[]) {
    const world = await annaWithTwoDevices();
    for (const month of months) await world.phone.commit([enter(month, { date: `2025-0${month}-10` })]);
    await world.phone.sync(world.remote);
    const tablet = new SimulatedDevice(ANNA, world.now);
    tablet.limits = { first: 1, later: 1 };
    const asked: (string | null | undefined)[] = [];
    /** Calls `act` before that request and all later ones get their responses. The first request has number 0. */
    const doing = (at: number, act: () => Promise<unknown>): Remote => {
      let acting: Promise<unknown> | null = null;
      return {
        ...world.remote,
        pull: async (userId, cursors, limit) => {
          const number = asked.push(cursors.scopes[SCOPE]?.before) - 1;
          if (number === at) acting = act();
          await acting;
          return world.remote.pull(userId, cursors, limit);
        },
      };
    };
    return { ...world, tablet, asked, doing };
  }

  it('[S34a] a first pull has two requests under way and asks for each month once', async () => {
    const { tablet, asked, doing, remote } = await annaWithMonths(1, 2, 3, 4, 5, 6);
    const underWay = { now: 0, most: 0 };
    const counted = doing(-1, async () => {});
    const slow: Remote = {
      ...remote,
      pull: async (...question) => {
        underWay.most = Math.max(underWay.most, ++underWay.now);
        const answer = await counted.pull(...question);
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
        underWay.now -= 1;
        return answer;
      },
    };
    await tablet.sync(slow);
    expect(asked).toEqual([undefined, '2025-06', '2025-05', '2025-04', '2025-03', '2025-02']);
    expect(underWay.most).toBe(2);
    expect(await tablet.rows(SCOPE)).toHaveLength(6);
    expect(await tablet.balance(SCOPE)).toBe(await tablet.countedBalance(SCOPE));
  });

  it('[S34b, G4] a foreseen response is dropped when somebody entered something in an empty month', async () => {
    const { phone, tablet, asked, doing, remote } = await annaWithMonths(1, 2, 3, 5, 6);
    await tablet.sync(
      doing(2, async () => {
        await phone.commit([enter(4, { date: '2025-04-10' })]);
        await phone.sync(remote);
      }),
    );
    expect(asked).toEqual([undefined, '2025-06', '2025-05', '2025-03', '2025-04', '2025-03', '2025-02']);
    expect(await tablet.rows(SCOPE)).toHaveLength(6);
    expect(await tablet.balance(SCOPE)).toBe(-600);
  });

  it('[S11b, S34b, G7] a response is dropped when the server answered the later request first', async () => {
    const { phone, tablet, remote } = await annaWithMonths(1, 2, 3, 4, 5, 6);
    const [oldest] = (await phone.rows(SCOPE)).slice(-1);
    if (!oldest) throw new Error('nothing entered');
    await phone.commit([enter(7, { date: '2025-01-20' })]);
    await phone.sync(remote);
    const answers: ReturnType<Remote['pull']>[] = [];
    const crossing: Remote = {
      ...remote,
      pull: (userId, cursors, limit) => {
        const answer = async () => {
          if (cursors.scopes[SCOPE]?.before !== '2025-03') return remote.pull(userId, cursors, limit);
          // This is the last request but one. The last is under way as well, and overtakes it.
          while (answers.length < 6) await new Promise((resolve) => setTimeout(resolve, 0));
          await answers[5];
          await phone.commit([change(oldest, { date: '2025-06-20' })], [oldest]);
          await phone.sync(remote);
          return remote.pull(userId, cursors, limit);
        };
        answers.push(answer());
        return answers.at(-1) ?? answer();
      },
    };
    await tablet.sync(crossing);
    expect(await tablet.rows(SCOPE)).toHaveLength(7);
    expect(await tablet.balance(SCOPE)).toBe(-700);
    expect(await tablet.db.cursors.get(SCOPE)).toEqual(await phone.db.cursors.get(SCOPE));
  });

  it('[S13a, G4] a foreseen response brings what somebody entered in a month that is here', async () => {
    const { phone, tablet, doing, remote } = await annaWithMonths(1, 2, 3, 4, 5, 6);
    await tablet.sync(
      doing(3, async () => {
        await phone.commit([enter(7, { date: '2025-06-20' })]);
        await phone.sync(remote);
      }),
    );
    expect(await tablet.rows(SCOPE)).toHaveLength(7);
    expect(await tablet.balance(SCOPE)).toBe(-700);
    expect(await tablet.db.cursors.get(SCOPE)).toEqual(await phone.db.cursors.get(SCOPE));
  });

  it('[S34b, G6] a foreseen response is dropped when access was taken and given again', async () => {
    const { server, tablet, doing } = await annaWithMonths(1, 2, 3, 4, 5, 6);
    await tablet.sync(
      doing(2, async () => {
        const log = server.state.logs.get(HOME);
        if (log) log.grant += 1;
      }),
    );
    expect(await tablet.rows(SCOPE)).toHaveLength(6);
    expect(await tablet.balance(SCOPE)).toBe(await tablet.countedBalance(SCOPE));
  });
});
