import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBudgetRoles } from '../../database/budget-roles.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  idOf,
  invitationRow,
  membershipRow,
} from '../../database/rows.fixture.ts';
import { waitingCalls } from '../../queries/entries/waiting-calls.ts';
import { managedInvitations, receivedInvitations } from '../../queries/sharing/invitations.ts';
import { acceptInvitation } from './invitation-accept.ts';
import { declineInvitation } from './invitation-decline.ts';
import { resendInvitation } from './invitation-resend.ts';
import { revokeInvitation } from './invitation-revoke.ts';
import { sendInvitation } from './invitation-send.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const BUDGET = idOf(30);
const toBen = { email: 'ben@example.org', target: 'account', targetId: ACCOUNT } as const;
const bensAccount = accountRow({ ownerId: idOf(900) });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ name: 'Household' }));
  await db.budgets.put(budgetRow(30, { name: 'Eating' }));
});
afterEach(() => db.delete());

const callNames = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ operations: [first] }) => first?.kind === 'call' && first.name);

async function shareAs(role: 'viewer' | 'member' | 'admin') {
  await db.accounts.put(bensAccount);
  const scope = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT, version: 1, grantId: 'g', before: null };
  await db.cursors.put({ ...scope, role });
}

describe('invitation.send', () => {
  it('shows the invitation as pending at once and queues it for the server', async () => {
    const sent = await sendInvitation(db, actor, { ...toBen, role: 'admin' }, now);
    const [pending] = await managedInvitations(db, now);
    expect(pending).toMatchObject({ email: 'ben@example.org', role: 'admin', targetName: 'Household', version: 0 });
    expect(sent).toMatchObject({ ok: true, id: pending?.id });
    expect(await callNames()).toEqual(['invitation.send']);
  });

  it('to a budget belongs to the account of the budget', async () => {
    await sendInvitation(db, actor, { ...toBen, target: 'budget', targetId: BUDGET }, now);
    expect(await managedInvitations(db, now)).toMatchObject([{ accountId: ACCOUNT, budgetId: BUDGET }]);
  });

  it('is refused a second time to the same target, but not to another', async () => {
    await sendInvitation(db, actor, toBen, now);
    expect(await sendInvitation(db, actor, { ...toBen, email: 'BEN@example.org' }, now)).toEqual({
      ok: false,
      errors: { email: 'already_invited' },
    });
    expect(await sendInvitation(db, actor, { ...toBen, target: 'budget', targetId: BUDGET }, now)).toMatchObject({
      ok: true,
    });
  });

  it('to an address whose invitation has expired is a new one', async () => {
    await db.invitations.put(invitationRow(1, { email: toBen.email, expiresAt: '2026-03-10T12:00:00.000Z' }));
    expect(await sendInvitation(db, actor, toBen, now)).toMatchObject({ ok: true });
  });

  it('is refused to oneself, and to members, also through the account of a budget', async () => {
    await db.memberships.put(membershipRow(1));
    const refusal = async (input: Parameters<typeof sendInvitation>[2]) => {
      const outcome = await sendInvitation(db, actor, input, now);
      return outcome.ok || outcome.errors;
    };
    expect(await refusal({ ...toBen, email: ANNA.userEmail })).toEqual({ email: 'self' });
    expect(await refusal(toBen)).toEqual({ email: 'already_member' });
    expect(await refusal({ ...toBen, target: 'budget', targetId: BUDGET })).toEqual({ email: 'already_member' });
    expect(await db.outbox.count()).toBe(0);
  });

  it.each([
    ['viewer', { ok: false, errors: { targetId: 'forbidden' } }],
    ['member', { ok: false, errors: { targetId: 'forbidden' } }],
    ['admin', { ok: true }],
  ] as const)('by a %s of somebody’s account: %j', async (role, outcome) => {
    await shareAs(role);
    expect(await sendInvitation(db, actor, toBen, now)).toMatchObject(outcome);
  });

  it('to a budget is allowed to users who manage it, even without its account', async () => {
    await db.accounts.clear();
    const invite = () => sendInvitation(db, actor, { ...toBen, target: 'budget', targetId: BUDGET }, now);
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role: 'member' }]);
    expect(await invite()).toEqual({ ok: false, errors: { targetId: 'forbidden' } });
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role: 'admin' }]);
    expect(await invite()).toMatchObject({ ok: true });
  });

  it('to a target that is gone is refused at the target', async () => {
    expect(await sendInvitation(db, actor, { ...toBen, targetId: idOf(99) }, now)).toEqual({
      ok: false,
      errors: { targetId: 'not_found' },
    });
  });
});

describe('invitation.revoke', () => {
  it('takes the invitation away', async () => {
    await db.invitations.put(invitationRow(1));
    expect(await revokeInvitation(db, actor, { id: idOf(1) }, now)).toMatchObject({ ok: true });
    expect(await managedInvitations(db, now)).toEqual([]);
  });

  it('of one that has not left this device stops it from being sent', async () => {
    const sent = await sendInvitation(db, actor, toBen, now);
    const id = sent.ok ? sent.id : '';
    expect(await revokeInvitation(db, actor, { id }, now)).toEqual({ ok: true, mutationId: null });
    expect(await managedInvitations(db, now)).toEqual([]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('of one that is being sent follows it', async () => {
    const sent = await sendInvitation(db, actor, toBen, now);
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    expect(await revokeInvitation(db, actor, { id: sent.ok ? sent.id : '' }, now)).toMatchObject({ ok: true });
    expect(await callNames()).toEqual(['invitation.send', 'invitation.revoke']);
  });

  it('is refused to users who do not manage the target, and when there is none', async () => {
    await shareAs('member');
    await db.invitations.put(invitationRow(1));
    expect(await revokeInvitation(db, actor, { id: idOf(1) }, now)).toEqual({
      ok: false,
      errors: { form: 'forbidden' },
    });
    expect(await revokeInvitation(db, actor, { id: idOf(2) }, now)).toEqual({
      ok: false,
      errors: { form: 'not_found' },
    });
  });
});

describe('invitation.resend', () => {
  it('is one call, and the invitation stays with its full time', async () => {
    const invitation = invitationRow(1, { name: 'Cara', role: 'admin', version: 5 });
    await db.invitations.put(invitation);
    expect(await resendInvitation(db, actor, { id: idOf(1) }, now)).toMatchObject({ ok: true });
    expect(await managedInvitations(db, now)).toEqual([{ ...invitation, expiresAt: '2026-03-24T12:00:00.000Z' }]);
    expect(await callNames()).toEqual(['invitation.resend']);
  });

  it('is refused to users who do not manage the target, and when there is none', async () => {
    await shareAs('member');
    await db.invitations.put(invitationRow(1));
    const refusals = await Promise.all([1, 2].map((n) => resendInvitation(db, actor, { id: idOf(n) }, now)));
    expect(refusals).toMatchObject([{ errors: { form: 'forbidden' } }, { errors: { form: 'not_found' } }]);
  });

  it('that waits is not sent when the invitation is revoked', async () => {
    await db.invitations.put(invitationRow(1));
    await resendInvitation(db, actor, { id: idOf(1) }, now);
    await revokeInvitation(db, actor, { id: idOf(1) }, now);
    expect(await managedInvitations(db, now)).toEqual([]);
    expect(await callNames()).toEqual(['invitation.revoke']);
  });
});

describe('an invitation to the user', () => {
  const toAnna = invitationRow(1, { accountId: idOf(77), targetName: 'Trip', email: 'anna@example.org' });

  it.each([
    ['invitation.accept', acceptInvitation],
    ['invitation.decline', declineInvitation],
  ] as const)('%s answers it on this device at once', async (name, answer) => {
    await db.invitations.put(toAnna);
    expect(await receivedInvitations(db, 'Anna@example.org', now)).toEqual([toAnna]);
    expect(await answer(db, actor, { id: toAnna.id }, now)).toMatchObject({ ok: true });
    expect(await receivedInvitations(db, 'anna@example.org', now)).toEqual([]);
    expect(await callNames()).toEqual([name]);
  });

  it('cannot be answered by anybody else, or after its time', async () => {
    await db.invitations.bulkPut([invitationRow(1), { ...toAnna, id: idOf(2), expiresAt: '2026-03-01T00:00:00.000Z' }]);
    expect(await acceptInvitation(db, actor, { id: idOf(1) }, now)).toEqual({
      ok: false,
      errors: { form: 'forbidden' },
    });
    expect(await acceptInvitation(db, actor, { id: idOf(2) }, now)).toEqual({ ok: false, errors: { form: 'expired' } });
    expect(await receivedInvitations(db, 'anna@example.org', now)).toEqual([]);
  });
});

describe('the waiting calls', () => {
  it('are all calls without a verdict, with the invitation that each is about', async () => {
    const toAnna = invitationRow(1, { accountId: idOf(77), targetName: 'Trip', email: 'anna@example.org' });
    await db.invitations.put(toAnna);
    await acceptInvitation(db, actor, { id: idOf(1) }, now);
    await sendInvitation(db, actor, toBen, now);
    const waiting = await waitingCalls(db);
    expect(waiting.map(({ name, invitation }) => [name, invitation.targetName, invitation.email])).toEqual([
      ['invitation.accept', 'Trip', 'anna@example.org'],
      ['invitation.send', 'Household', 'ben@example.org'],
    ]);
    await db.outbox
      .where('id')
      .equals(waiting[0]?.mutationId ?? '')
      .modify({ state: 'applied' });
    expect((await waitingCalls(db)).map(({ name }) => name)).toEqual(['invitation.send']);
  });
});
