/** Entries that are held back: behind an Undo notice, because the server failed on them, or invitations whose mail has to wait. */
import { describe, expect, it } from 'vitest';
import type { Insert, InvitationDraft, Operation } from '../../src/domain/operations.ts';
import { resendInvitation } from '../../src/store/commands/invitation-resend.ts';
import { revokeInvitation } from '../../src/store/commands/invitation-revoke.ts';
import { hasSendable } from '../../src/store/sending.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, enter, HOME, idOf, makeAccount, SHOP } from './people.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { annaWithTwoDevices } from './world-of-two.ts';

const hold = (device: SimulatedDevice, operations: Operation[], milliseconds: number) =>
  device.commit(operations, undefined, new Date(device.now() + milliseconds));

const draft: InvitationDraft = {
  id: idOf(50),
  email: 'ben@example.org',
  name: 'Ben',
  role: 'member',
  target: 'account',
  targetId: HOME,
  createdAt: '2026-03-10T12:00:00.000Z',
};
const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const invite: Operation = { kind: 'call', name: 'invitation.send', arguments: draft };

describe('an intent', () => {
  it('held back for an Undo is not sent before its time (S2)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [enter(1)], 60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
  });

  it('that needs one held back, directly or through another, waits with it, and the rest goes (S27)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [makeAccount(SHOP, ANNA)], 60_000);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.commit([enter(2)]);
    await phone.sync(remote);
    expect([...server.state.tables.transactions.keys()]).toEqual([idOf(2)]);
    expect((await phone.db.outbox.toArray()).map((entry) => entry.attempts)).toEqual([0, 0]);
    expect(await hasSendable(phone.db, new Date(phone.now()))).toBe(false);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(2);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('in what an account takes along when it is deleted waits until the Undo notice is closed (S27)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const category = { id: idOf(7), accountId: HOME, name: 'Tools', type: 'expense' as const };
    await phone.commit([
      { kind: 'insert', table: 'categories', row: { ...category, createdAt: '2026-01-01T00:00:00.000Z' } },
    ]);
    await phone.sync(remote);
    await hold(phone, [{ kind: 'delete', table: 'accounts', id: HOME }], 60_000);
    expect(await phone.db.categories.get(idOf(7))).toMatchObject({ accountId: SHOP });
    const budget: Insert = {
      kind: 'insert',
      table: 'budgets',
      row: {
        id: idOf(8),
        createdAt: '2026-03-10T12:00:00.000Z',
        accountId: SHOP,
        name: 'Tools',
        amount: 100,
        categoryId: idOf(7),
        description: null,
        shortId: '1000000',
        currencyCode: 'USD',
        periodType: 'monthly',
        startDate: '2026-03-01',
      },
    };
    await phone.commit([budget]);
    await phone.sync(remote);
    expect(server.state.tables.budgets.size).toBe(0);
    wait(60_000);
    await phone.sync(remote);
    expect(await phone.db.outbox.toArray()).toEqual([]);
    expect(server.state.tables.budgets.get(idOf(8))).toMatchObject({ accountId: SHOP });
  });

  it('that deletes an account does not overtake what was entered there before (S27)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.sync(remote);
    await hold(phone, [enter(1, { accountId: SHOP })], 60_000);
    await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(true);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(false);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('held back before the clock was set back by a year goes all the same (S27)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [enter(1)], 60_000);
    wait(-365 * 24 * 60 * 60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
  });
});

describe('an invitation', () => {
  /** A server that notes what comes in which order. */
  function noting(remote: Remote) {
    const requests: string[][] = [];
    const noted: Remote = {
      ...remote,
      push: (userId, mutations) => {
        requests.push(mutations.map(({ operations: [first] }) => first?.kind ?? ''));
        return remote.push(userId, mutations);
      },
      sendInvitation: (userId, id, sent) => {
        requests.push(['invitation']);
        return remote.sendInvitation(userId, id, sent);
      },
    };
    return { requests, noted };
  }

  it('goes alone through its own function, in its turn, and is on every device (S28)', async () => {
    const { phone, laptop, remote, server } = await annaWithTwoDevices();
    const { requests, noted } = noting(remote);
    await phone.commit([enter(1)]);
    await phone.commit([enter(2)]);
    await phone.commit([invite]);
    await phone.commit([enter(3)]);
    await phone.sync(noted);
    expect(requests).toEqual([['insert', 'insert'], ['invitation'], ['insert']]);
    expect(server.state.invitations.get(draft.id)).toMatchObject({ email: 'ben@example.org', status: 'pending' });
    await laptop.sync(remote);
    for (const { db } of [phone, laptop]) {
      expect(await db.invitations.toArray()).toMatchObject([{ id: draft.id, targetName: 'Account' }]);
      expect(await db.outbox.count()).toBe(0);
    }
  });

  it('whose reply was lost is sent again as the same one (S5, S28, G2)', async () => {
    const { phone, remote, server, through } = await annaWithTwoDevices();
    await phone.commit([invite]);
    const away = through('lost reply', 'lost request');
    await expect(phone.sync(away)).rejects.toMatchObject({ reason: 'offline' });
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('that is refused stays with its reason (S4, S28)', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const id = await phone.commit([{ ...invite, arguments: { ...draft, email: ANNA.userEmail } }]);
    await phone.sync(remote);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'rejected', verdict: { reason: 'self' } });
    expect(await phone.db.invitations.count()).toBe(0);
  });

  it.each(['retryable', 'server', 'malformed', 'unauthorized', 'forbidden_user', 'upgrade_required'] as const)(
    'that cannot be sent now (%s) is tried again later and later, and nothing else waits for it (S28)',
    async (reason) => {
      const { phone, remote, server, wait } = await annaWithTwoDevices();
      let asked = 0;
      const unwilling: Remote = {
        ...remote,
        sendInvitation: async () => {
          asked += 1;
          throw new RemoteFailure(reason, 'rate_limited');
        },
      };
      await phone.commit([invite]);
      await phone.commit([enter(1)]);
      await phone.sync(unwilling);
      expect(server.state.tables.transactions.size).toBe(1);
      await phone.sync(unwilling);
      expect(asked).toBe(1);
      wait(60_000);
      await phone.sync(unwilling);
      wait(60_000);
      await phone.sync(unwilling);
      expect(asked).toBe(2);
      expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 2 }]);
      wait(60_000);
      await phone.sync(remote);
      expect(server.state.invitations.size).toBe(1);
      expect(await phone.db.outbox.count()).toBe(0);
    },
  );

  it('that no network carried goes a second after there is one again, however often it was tried before (S28)', async () => {
    const { phone, remote, server, through, wait } = await annaWithTwoDevices();
    await phone.commit([invite]);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(phone.sync(through('lost request', 'lost request'))).rejects.toMatchObject({ reason: 'offline' });
    }
    // It comes back between the invitation and the empty push.
    await phone.sync(through('lost request'));
    wait(1000);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('whose function is out of reach, though the server answers, is tried again later and later (S28)', async () => {
    const { phone, remote, wait } = await annaWithTwoDevices();
    let asked = 0;
    const halved: Remote = {
      ...remote,
      sendInvitation: async () => {
        asked += 1;
        throw new RemoteFailure('offline', '0');
      },
    };
    await phone.commit([invite]);
    for (let minute = 0; minute < 60; minute += 1) {
      await phone.sync(halved);
      wait(60_000);
    }
    // The holds double: 1 s, 2 s, 4 s, and so on, some 12 of them in an hour.
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it('whose function is out of reach five times and then fails is tried again after a minute (S28)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    let asked = 0;
    const halved: Remote = {
      ...remote,
      sendInvitation: async () => {
        asked += 1;
        throw asked <= 5 ? new RemoteFailure('offline', '0') : new RemoteFailure('retryable', '503');
      },
    };
    await phone.commit([invite]);
    while (asked < 6) {
      await phone.sync(halved);
      wait(60_000);
    }
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
  });

  it('that a refused session turns away costs no attempt (S6, S28)', async () => {
    const { phone, remote, through } = await annaWithTwoDevices();
    await phone.commit([invite]);
    await expect(phone.sync(through('signed out', 'signed out'))).rejects.toMatchObject({ reason: 'unauthorized' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('that the server fails on for a day is blocked (S7, S28)', async () => {
    const { phone, remote, wait } = await annaWithTwoDevices();
    const broken: Remote = {
      ...remote,
      sendInvitation: async () => {
        throw new RemoteFailure('server', '404');
      },
    };
    await phone.commit([invite]);
    await phone.sync(broken);
    wait(24 * 60 * 60_000);
    await phone.sync(broken);
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'blocked', blocked: { code: '404', by: null } }]);
  });

  /** Anna's phone after a server whose mail service is broken has kept the invitation, or not even that. */
  async function unmailed(isKept: boolean, hours = 0) {
    const world = await annaWithTwoDevices();
    const { phone, remote, wait } = world;
    const mailless: Remote = {
      ...remote,
      sendInvitation: async (...call) => {
        if (isKept) await remote.sendInvitation(...call);
        throw new RemoteFailure('server', 'mail_failed');
      },
    };
    await phone.commit([invite]);
    await phone.sync(mailless);
    wait(hours * 60 * 60_000);
    await phone.sync(mailless);
    return { ...world, revoke: () => revokeInvitation(phone.db, actor, draft, new Date(phone.now())) };
  }

  it.each([
    ['held back', 0],
    ['blocked', 24],
  ] as const)(
    'whose mail cannot go is revoked on the server at once, though its sending is %s (S28)',
    async (_, hours) => {
      const { phone, remote, server, revoke } = await unmailed(true, hours);
      expect(server.state.invitations.get(draft.id)).toMatchObject({ status: 'pending' });
      expect(await revoke()).toMatchObject({ ok: true });
      await phone.sync(remote);
      expect(server.state.invitations.get(draft.id)).toMatchObject({ status: 'revoked' });
      expect(await phone.db.outbox.toArray()).toEqual([]);
      expect(await phone.db.invitations.count()).toBe(0);
    },
  );

  it('that is revoked while its mail is under way is revoked as soon as the mail has failed (S28)', async () => {
    const { phone, remote, server } = await annaWithTwoDevices();
    await phone.commit([invite]);
    await phone.sync({
      ...remote,
      sendInvitation: async (...call) => {
        await remote.sendInvitation(...call);
        await revokeInvitation(phone.db, actor, draft, new Date(phone.now()));
        throw new RemoteFailure('server', 'mail_failed');
      },
    });
    await phone.sync(remote);
    expect(server.state.invitations.get(draft.id)).toMatchObject({ status: 'revoked' });
    expect(await phone.db.outbox.toArray()).toEqual([]);
  });

  it('that failed and never came to the server is revoked by not being sent any more (S28)', async () => {
    const { phone, remote, server, revoke } = await unmailed(false);
    expect(await revoke()).toMatchObject({ ok: true });
    expect(await phone.db.invitations.count()).toBe(0);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(0);
    expect(await phone.db.outbox.toArray()).toEqual([]);
  });

  it('that is sent once more keeps standing while the server allows no mail, and then has its full time (S28)', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([invite]);
    await phone.sync(remote);
    wait(24 * 60 * 60_000);
    await resendInvitation(phone.db, actor, draft, new Date(phone.now()));
    const renewed = { id: draft.id, status: 'pending', expiresAt: expect.stringMatching(/^2026-03-25T12:00/) };
    expect(await phone.db.invitations.toArray()).toMatchObject([renewed]);
    const full: Remote = {
      ...remote,
      resendInvitation: async () => {
        throw new RemoteFailure('retryable', 'rate_limited');
      },
    };
    await phone.commit([enter(1)]);
    await phone.sync(full);
    expect(server.state.tables.transactions.size).toBe(1);
    expect(server.state.invitations.get(draft.id)).toMatchObject({
      status: 'pending',
      expiresAt: expect.stringMatching(/^2026-03-24T12:00/),
    });
    wait(60_000);
    await phone.sync(remote);
    expect([...server.state.invitations.values()]).toMatchObject([{ id: draft.id, status: 'pending' }]);
    expect(server.state.invitations.get(draft.id)?.expiresAt).toMatch(/^2026-03-25T12:01/);
    expect(await phone.db.outbox.toArray()).toEqual([]);
  });
});
