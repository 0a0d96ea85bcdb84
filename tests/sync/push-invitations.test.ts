/** Invitations go alone, and are delayed after a failure, because a mail has to wait. */
import { describe, expect, it } from 'vitest';
import type { InvitationDraft, Operation } from '../../src/domain/mutations/operations.ts';
import { resendInvitation } from '../../src/store/commands/sharing/invitation-resend.ts';
import { revokeInvitation } from '../../src/store/commands/sharing/invitation-revoke.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, enter, HOME, idOf } from './support/people.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

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

describe('an invitation', () => {
  /** A server that notes the order of what comes. */
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

  it('[S2a, S28a] an invitation goes alone and in its turn, through its own function', async () => {
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

  it('[S5, S28a, G2] an invitation whose response was lost goes again and stays one invitation', async () => {
    const { phone, remote, server, through } = await annaWithTwoDevices();
    await phone.commit([invite]);
    const away = through('lost reply', 'lost request');
    await expect(phone.sync(away)).rejects.toMatchObject({ reason: 'offline' });
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S4d, S28a] an invitation that is refused stays in the outbox with the reason', async () => {
    const { phone, remote } = await annaWithTwoDevices();
    const id = await phone.commit([{ ...invite, arguments: { ...draft, email: ANNA.userEmail } }]);
    await phone.sync(remote);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'rejected', verdict: { reason: 'self' } });
    expect(await phone.db.invitations.count()).toBe(0);
  });

  it.each(['retryable', 'server', 'malformed', 'unauthorized', 'forbidden_user', 'upgrade_required'] as const)(
    '[S28b] an invitation that fails (%s) is delayed twice as long each time, and nothing else waits',
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

  it('[S28b] attempts without a network do not lengthen the delay of an invitation', async () => {
    const { phone, remote, server, through, wait } = await annaWithTwoDevices();
    await phone.commit([invite]);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(phone.sync(through('lost request', 'lost request'))).rejects.toMatchObject({ reason: 'offline' });
    }
    // The network comes back between the invitation and the empty push.
    await phone.sync(through('lost request'));
    wait(1000);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S28b] an invitation whose function is out of reach is delayed twice as long each time', async () => {
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
    // The delays double: 1 s, 2 s, 4 s, and so on, some 12 of them in an hour.
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it('[S28b] a failing response after five attempts without one delays an invitation for a minute', async () => {
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

  it('[S6, S28a] an invitation that a refused session turns away counts as no attempt', async () => {
    const { phone, remote, through } = await annaWithTwoDevices();
    await phone.commit([invite]);
    await expect(phone.sync(through('signed out', 'signed out'))).rejects.toMatchObject({ reason: 'unauthorized' });
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S28c] an invitation on which the server fails for a day is blocked', async () => {
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

  /** Anna's phone after the server's mail service failed. The server has the invitation if `isKept`. */
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
    ['delayed', 0],
    ['blocked', 24],
  ] as const)(
    '[S28e] the user revokes an invitation whose mail is %s, and the server revokes it at once',
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

  it('[S28e] an invitation that is revoked during its request is not tried again after a failure', async () => {
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

  it('[S28e] an invitation that never reached the server is gone when the user revokes it', async () => {
    const { phone, remote, server, revoke } = await unmailed(false);
    expect(await revoke()).toMatchObject({ ok: true });
    expect(await phone.db.invitations.count()).toBe(0);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(0);
    expect(await phone.db.outbox.toArray()).toEqual([]);
  });

  it('[S28d] an invitation that is sent again stays valid and then gets its full time', async () => {
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
