import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  enterAs,
  invitationTo,
  invoke,
  letIn,
  mailsTo,
  newEmail,
  openAccount,
  openBudget,
  push,
  signUp,
} from '../../support/invitations-people.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let email: string;
let id: string;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
  email = newEmail('eve');
  const { body } = await invoke(ada.client, invitationTo(email, 'account', household, 'member'));
  id = String(body.invitation_id);
});

async function stored(invitationId = id) {
  const [row] = await backend.sql`
    select status, expires_at > now() + interval '13 days' as fresh, version::int from invitations
      where invitation_id = ${invitationId}`;
  return row;
}

const runOut = () =>
  backend.sql`update invitations set expires_at = now() - interval '1 hour' where invitation_id = ${id}`;
const collectGarbage = () => backend.sql`select collect_garbage()`;
const resend = ({ client } = ada, invitationId = id) => invoke(client, { resend: true, id: invitationId });

/** After this, a request no longer counts as a repetition of the last mail. */
const aMinuteLater = () => backend.sql`
  update private.invitation_mails
    set mailed_at = mailed_at - interval '1 minute', granted_at = granted_at - interval '1 minute'`;

/** The parts of it that the invitee's devices and table clients see. */
async function seenBy(guest: Caller): Promise<unknown[]> {
  const { data } = await guest.client.from('invitations').select('invitation_id');
  return (data ?? []).map((row) => row.invitation_id);
}

describe('resending', () => {
  test('gives a pending invitation a new fortnight and one more mail, and says so to the devices', async () => {
    await backend.sql`update invitations set expires_at = now() + interval '1 day' where invitation_id = ${id}`;
    const before = await stored();
    await aMinuteLater();
    const answer = await resend();
    expect(answer).toMatchObject({ status: 200, body: { invitation_id: id, account_id: household, status: 'sent' } });
    const after = await stored();
    expect(after).toMatchObject({ status: 'pending', fresh: true });
    expect(after?.version).toBeGreaterThan(before?.version);
    expect(await mailsTo(backend, email)).toHaveLength(2);
  });

  test('again within a minute is the same request: no more mail', async () => {
    await aMinuteLater();
    await resend();
    expect((await resend()).body).toMatchObject({ status: 'already_sent' });
    expect(await mailsTo(backend, email)).toHaveLength(2);
  });

  test('brings back one that has expired', async () => {
    await runOut();
    await collectGarbage();
    expect(await stored()).toMatchObject({ status: 'expired' });
    await aMinuteLater();
    expect((await resend()).body).toMatchObject({ status: 'sent' });
    expect(await stored()).toMatchObject({ status: 'pending', fresh: true });
  });

  test('an expired one is refused while a newer one is pending', async () => {
    await runOut();
    expect(await invoke(ada.client, invitationTo(email, 'account', household))).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({ status: 'expired' });
    expect(await resend()).toMatchObject({ status: 409, body: { error: 'already_invited' } });
  });

  test.each(['accept', 'decline', 'revoke'] as const)('is refused as settled after %s', async (answer) => {
    const eve = await enterAs(backend, email);
    await push(answer === 'revoke' ? ada : eve, `invitation.${answer}`, { id });
    expect(await resend()).toMatchObject({ status: 409, body: { error: 'settled' } });
    expect(await mailsTo(backend, email)).toHaveLength(1);
  });

  test('is refused to the invitee, to members and to strangers, and allowed to another admin', async () => {
    await aMinuteLater();
    const eve = await enterAs(backend, email);
    expect(await resend(eve)).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    const member = await letIn(backend, ada, 'account', household, 'member');
    expect(await resend(member)).toMatchObject({ status: 404, body: { error: 'gone' } });
    expect(await resend(await signUp(backend, 'gus'))).toMatchObject({ status: 404, body: { error: 'gone' } });
    const ben = await letIn(backend, ada, 'account', household, 'admin');
    expect(await resend(ben)).toMatchObject({ status: 200, body: { status: 'sent' } });
    const [newest] = await mailsTo(backend, email);
    expect(newest?.subject).toContain(ben.email);
  });

  test('is refused when the invitee has got access in another way', async () => {
    const eve = await enterAs(backend, email);
    await backend.sql`insert into memberships (account_id, target, user_id, email, role)
      values (${household}, 'account', ${eve.id}, ${email}, 'viewer')`;
    expect(await resend()).toMatchObject({ status: 409, body: { error: 'already_member' } });
  });

  test('of an unknown id, and without an id, is refused', async () => {
    expect(await resend(ada, crypto.randomUUID())).toMatchObject({ status: 404, body: { error: 'gone' } });
    expect(await invoke(ada.client, { resend: true })).toMatchObject({ status: 400, body: { error: 'invalid' } });
    expect(await invoke(ada.client, { resend: 'yes', id })).toMatchObject({ status: 400, body: { error: 'invalid' } });
  });
});

describe('after 14 days', () => {
  test('an invitation is hidden from its invitee, cannot be accepted, and makes room for another', async () => {
    const eve = await enterAs(backend, email);
    expect(await seenBy(eve)).toEqual([id]);
    await runOut();
    expect(await seenBy(eve)).toEqual([]);
    expect(await push(eve, 'invitation.accept', { id })).toMatchObject({ status: 'rejected', reason: 'expired' });
    const again = await invoke(ada.client, invitationTo(email, 'account', household));
    expect(again).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(await seenBy(eve)).toEqual([again.body.invitation_id]);
  });

  test('the next garbage collection marks it as expired, and the devices hear of that', async () => {
    const before = await stored();
    await runOut();
    await backend.sql`delete from realtime.messages`;
    await collectGarbage();
    const after = await stored();
    expect(after).toMatchObject({ status: 'expired' });
    expect(after?.version).toBeGreaterThan(before?.version);
    const hints = await backend.sql`select topic, payload from realtime.messages`;
    expect(hints).toMatchObject([{ topic: `user:${ada.id}`, payload: { scope: `account:${household}` } }]);
  });
});

describe('revoking', () => {
  const patch = ({ client }: Caller, status = 'revoked') =>
    client.from('invitations').update({ status }).eq('invitation_id', id).select('invitation_id');

  test('by the specified PATCH removes it from the pending list and from the invitee', async () => {
    const eve = await enterAs(backend, email);
    const { error } = await ada.client.from('invitations').update({ status: 'revoked' }).eq('invitation_id', id);
    expect(error).toBeNull();
    const { data } = await ada.client
      .from('invitations')
      .select('email')
      .eq('invited_by', ada.id)
      .eq('status', 'pending');
    expect(data).toEqual([]);
    expect(await seenBy(eve)).toEqual([]);
    expect(await push(eve, 'invitation.accept', { id })).toMatchObject({ reason: 'settled' });
  });

  test('by sync does the same, and a second revocation is applied too', async () => {
    expect(await push(ada, 'invitation.revoke', { id })).toMatchObject({ status: 'applied' });
    expect(await stored()).toMatchObject({ status: 'revoked' });
    expect(await push(ada, 'invitation.revoke', { id })).toMatchObject({ status: 'applied' });
  });

  test('makes room for a new invitation', async () => {
    await patch(ada);
    expect(await invoke(ada.client, invitationTo(email, 'account', household))).toMatchObject({ status: 200 });
  });

  test('is refused to the invitee, to members and to strangers, in both ways', async () => {
    const eve = await enterAs(backend, email);
    const member = await letIn(backend, ada, 'account', household, 'member');
    for (const person of [eve, member, await signUp(backend, 'gus')]) {
      expect((await patch(person)).data).toEqual([]);
      expect(await push(person, 'invitation.revoke', { id })).toMatchObject({ status: 'rejected' });
    }
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  test.each(['accepted', 'declined', 'expired'])(
    'is the only change of status that the table accepts: not %s',
    async (status) => {
      expect((await patch(ada, status)).error?.code).toBe('42501');
      expect(await stored()).toMatchObject({ status: 'pending' });
    },
  );

  test.each([
    ['email', 'gus@example.org'],
    ['role', 'admin'],
    ['expires_at', '2099-01-01'],
    ['invited_by', crypto.randomUUID()],
  ])('is the only change that the table accepts: not another %s', async (column, value) => {
    const { error } = await ada.client
      .from('invitations')
      .update({ [column]: value })
      .eq('invitation_id', id);
    expect(error?.code).toBe('42501');
  });

  test('at the moment of accepting ends one way or the other, never both', async () => {
    const eve = await enterAs(backend, email);
    const [accepted, revoked] = await Promise.all([
      push(eve, 'invitation.accept', { id }),
      push(ada, 'invitation.revoke', { id }),
    ]);
    const members = await backend.sql`select from memberships where user_id = ${eve.id}`;
    const { status } = (await stored()) ?? {};
    const outcome = [accepted.status, revoked.status, members.length, status];
    expect([
      ['applied', 'rejected', 1, 'accepted'],
      ['rejected', 'applied', 0, 'revoked'],
    ]).toContainEqual(outcome);
  });
});

describe('the invitee', () => {
  test('without a confirmed e-mail sees nothing and can answer nothing', async () => {
    const eve = await enterAs(backend, email);
    await backend.sql`update auth.users set email_confirmed_at = null where id = ${eve.id}`;
    expect(await seenBy(eve)).toEqual([]);
    for (const answer of ['accept', 'decline'] as const) {
      expect(await push(eve, `invitation.${answer}`, { id })).toMatchObject({ status: 'rejected', reason: 'gone' });
    }
    await backend.sql`update auth.users set email_confirmed_at = now() where id = ${eve.id}`;
    expect(await seenBy(eve)).toEqual([id]);
  });

  test('is the user who confirmed the address, not one who claims it in their own data', async () => {
    const gus = await signUp(backend, 'gus');
    await gus.client.auth.updateUser({ data: { email, email_verified: true } });
    expect(await seenBy(gus)).toEqual([]);
    expect(await push(gus, 'invitation.accept', { id })).toMatchObject({ reason: 'gone' });
  });

  test('hears at once of the invitation, and of its end, when they have an account', async () => {
    const eve = await signUp(backend, 'eve');
    const heard = async (act: () => PromiseLike<unknown>) => {
      await backend.sql`delete from realtime.messages`;
      await act();
      return (await backend.sql`select from realtime.messages where topic = ${`user:${eve.id}`}`).length;
    };
    let sent: string | undefined;
    const invite = async () => {
      const { body } = await invoke(ada.client, invitationTo(eve.email, 'account', household));
      sent = String(body.invitation_id);
    };
    expect(await heard(invite)).toBe(1);
    expect(await heard(() => push(ada, 'invitation.revoke', { id: sent }))).toBe(1);
  });

  test('accepts, leaves and may be invited again', async () => {
    const eve = await enterAs(backend, email);
    await push(eve, 'invitation.accept', { id });
    const { data } = await eve.client.from('memberships').select('membership_id, role').eq('user_id', eve.id).single();
    expect(data?.role).toBe('member');
    expect(await push(eve, 'membership.leave', { id: data?.membership_id })).toMatchObject({ status: 'applied' });
    expect((await eve.client.from('accounts').select().eq('account_id', household)).data).toEqual([]);
    expect(await invoke(ada.client, invitationTo(email, 'account', household))).toMatchObject({ status: 200 });
  });

  test('invited to a budget gets that budget and not the account', async () => {
    const budget = await openBudget(ada, household);
    const guest = await letIn(backend, ada, 'budget', budget, 'viewer');
    expect((await guest.client.from('budgets').select('budget_id')).data).toEqual([{ budget_id: budget }]);
    expect((await guest.client.from('accounts').select().eq('account_id', household)).data).toEqual([]);
  });
});
