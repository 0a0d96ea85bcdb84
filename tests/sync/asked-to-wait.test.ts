/** How devices wait when a server asks for it with the header `Retry-After` (S33). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvitationDraft } from '#domain/mutations/operations';
import { askedWait } from '../../sync/back-off.ts';
import { callRemote } from '../../sync/call-remote.ts';
import { httpCalls } from '../../sync/http-calls.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, HOME, idOf, makeAccount } from './support/people.ts';
import { failing, isIdle, runningDevice } from './support/running-device.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

const INVITATION: InvitationDraft = {
  id: idOf(50),
  email: 'ben@example.org',
  name: 'Ben',
  role: 'viewer',
  target: 'account',
  targetId: HOME,
  createdAt: '2026-03-10T12:00:00.000Z',
};

describe('over HTTP', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; retryAfter?: string; body: object };
  beforeEach(async () => {
    server = createServer((_, response) => {
      const asked = answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
      response.writeHead(answer.status, { 'content-type': 'application/json', ...asked });
      response.end(JSON.stringify(answer.body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function open() {
    return callRemote(httpCalls({ supabaseUrl: url, supabaseKey: 'key' }, (send) => send('token')));
  }

  it.each([
    [429, '90', 90_000],
    [503, '5', 5000],
    [503, undefined, 0],
    [503, 'Fri, 31 Dec 1999 23:59:59 GMT', 0],
    [503, '-5', 0],
  ])('[S33a] a refusal with %s and Retry-After %s asks for %s ms', async (status, retryAfter, waitMs) => {
    answer = { status, body: {}, ...(retryAfter === undefined ? {} : { retryAfter }) };
    await expect(open().heads()).rejects.toMatchObject({ reason: 'retryable', waitMs });
  });

  it('[S33c] a refused mail asks for a wait, whether its function refuses or the server in front of it', async () => {
    answer = { status: 429, retryAfter: '600', body: { error: 'rate_limited', message: 'Too many.' } };
    const send = () => open().sendInvitation(ANNA.userId, INVITATION.id, INVITATION);
    await expect(send()).rejects.toMatchObject({ reason: 'retryable', code: 'rate_limited', waitMs: 600_000 });
    answer = { status: 503, retryAfter: '60', body: {} };
    await expect(send()).rejects.toMatchObject({ reason: 'retryable', code: '503', waitMs: 60_000 });
  });
});

describe('a device that is asked to wait', () => {
  it('[S33a, S33b] the loop waits as long as the server asks, whatever hints say, and at most 5 min', async () => {
    const { health, change } = failing('retryable', 120_000);
    const { until, server, timers, now } = runningDevice(change);
    const { retryAt } = await until(10, (state) => state.retryAt !== null);
    expect(Date.parse(retryAt ?? '') - now()).toBeGreaterThan(119_000);
    const other = new SimulatedDevice(ANNA, now);
    await other.commit([makeAccount(HOME, ANNA)]);
    await other.sync(server.as(ANNA.userId));
    expect([...timers.values()].filter(({ at }) => at < now() + 119_000)).toEqual([]);
    health.healed = true;
    await until(118_000, () => health.asked === 1);
    await until(2000, isIdle);
    expect(askedWait(30 * 24 * 3_600_000)).toBe(300_000);
  });

  it.each(['the network is back', 'the user asks'] as const)(
    '[S33b] the loop waits no longer when %s',
    async (what) => {
      const { health, change } = failing('retryable', 120_000);
      const { until, reachable, sync } = runningDevice(change);
      await until(10, (state) => state.retryAt !== null);
      health.healed = true;
      if (what === 'the user asks') sync.wake();
      else for (const report of reachable) report();
      await until(1, isIdle);
      expect(health.asked).toBe(2);
    },
  );

  it('[S33b] a renewed session does not shorten the wait', async () => {
    const { health, change } = failing('retryable', 120_000);
    const { until, sync, now } = runningDevice(change);
    const { retryAt } = await until(10, (state) => state.retryAt !== null);
    health.healed = true;
    sync.renewed();
    await until(120_000, isIdle);
    expect(now()).toBeGreaterThanOrEqual(Date.parse(retryAt ?? ''));
    expect(health.asked).toBe(2);
  });

  it('[S33c] a mail waits as long as the server asks, and at most an hour', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    const asking = (waitMs: number): Remote => ({
      ...remote,
      sendInvitation: async () => {
        throw new RemoteFailure('retryable', 'rate_limited', { waitMs });
      },
    });
    await phone.commit([{ kind: 'call', name: 'invitation.send', arguments: INVITATION }]);
    await phone.sync(asking(600_000));
    wait(590_000);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(0);
    wait(10_000);
    await phone.sync(asking(30 * 24 * 3_600_000));
    wait(3_600_000);
    await phone.sync(remote);
    expect(server.state.invitations.size).toBe(1);
  });
});
