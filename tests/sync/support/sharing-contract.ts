/** The part of the contract about people: who may do what, and how they get access. */
import { describe, expect, it } from 'vitest';
import type { InvitationDraft, Operation } from '#domain/mutations/operations';
import {
  annaAtHome,
  type ContractWorld,
  device,
  entered,
  expectLikeAFreshDevice,
  type Member,
  mutation,
  newId,
} from './contract-world.ts';
import { change, erase, makeBudget } from './people.ts';
import type { SimulatedDevice } from './simulated-device.ts';

function draft(email: string, targetId: string, over: Partial<InvitationDraft> = {}): InvitationDraft {
  const createdAt = new Date().toISOString();
  return { id: newId(), email, name: 'Ben', role: 'member', target: 'account', targetId, createdAt, ...over };
}

const send = (invitation: InvitationDraft): Operation => ({
  kind: 'call',
  name: 'invitation.send',
  arguments: invitation,
});
const answer = (verb: 'accept' | 'decline' | 'revoke', id: string): Operation => ({
  kind: 'call',
  name: `invitation.${verb}`,
  arguments: { id },
});

/** Commits and syncs. Returns the verdict, or null when the mutation was applied and its entry is gone. */
async function does(one: SimulatedDevice, { remote }: Member, ...operations: Operation[]) {
  const id = await one.commit(operations);
  await one.sync(remote);
  return (await one.db.outbox.get({ id }))?.verdict ?? null;
}

export function sharingContract(given: () => ContractWorld): void {
  describe('among people,', () => {
    /** Anna has a budget at home, and Ben has this role on the account or on the budget. */
    async function withBen(role: 'viewer' | 'member' | 'admin', of: 'account' | 'budget') {
      const world = given();
      const home = await annaAtHome(world);
      const budgetId = newId();
      await home.phone.commit([{ kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home.home, null) }]);
      await home.phone.sync(home.anna.remote);
      const ben = await world.signUp('ben');
      await world.share({ accountId: home.home, ...(of === 'budget' && { budgetId }), person: ben.person, role });
      const bens = device(ben);
      await bens.sync(ben.remote);
      return { ...home, budgetId, ben, bens };
    }

    it('everybody who has a budget puts money into it, and only its managers take money out', async () => {
      for (const [role, expense] of [
        ['viewer', 'forbidden'],
        ['member', 'forbidden'],
        ['admin', undefined],
      ] as const) {
        const { home, budgetId, ben, bens } = await withBen(role, 'budget');
        expect(await does(bens, ben, entered(home, { type: 'income', budgetId }))).toBe(null);
        const verdict = await does(bens, ben, entered(home, { type: 'expense', budgetId }));
        expect(verdict?.status === 'rejected' ? verdict.reason : undefined).toBe(expense);
      }
    });

    it('a member of the account adds expenses, but none out of a budget', async () => {
      const { home, budgetId, ben, bens } = await withBen('member', 'account');
      expect(await does(bens, ben, entered(home))).toBe(null);
      expect(await does(bens, ben, entered(home, { type: 'income', budgetId }))).toBe(null);
      expect(await does(bens, ben, entered(home, { budgetId }))).toMatchObject({ reason: 'forbidden' });
    });

    it('an edit without the right to it is refused before anything is compared or merged', async () => {
      const { anna, home, scope, phone, ben, bens } = await withBen('member', 'account');
      expect(await does(phone, anna, entered(home, { category: 'Food', notes: 'anna' }))).toBe(null);
      await bens.sync(ben.remote);
      const [row] = await bens.rows(scope);
      if (!row) throw new Error('the row did not arrive');
      const patches = [
        change(row, { category: row.category }),
        { ...change(row, { category: 'Home' }), before: { category: 'never' }, seen: 0 },
      ];
      for (const patch of patches) {
        const { verdicts } = await ben.remote.push(ben.person.userId, [mutation(patch)]);
        expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'forbidden' }]);
      }
      const { verdicts } = await ben.remote.push(ben.person.userId, [mutation(erase(row))]);
      expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'forbidden' }]);
    });

    it('an invitation that is accepted gives the account and its whole history', async () => {
      const world = given();
      const { anna, home, scope, phone } = await annaAtHome(world);
      const ben = await world.signUp('ben');
      const bens = device(ben);
      await phone.commit([entered(home)]);
      const invitation = draft(ben.person.userEmail, home);
      expect(await does(phone, anna, send(invitation))).toBe(null);
      expect(await phone.db.invitations.toArray()).toMatchObject([{ id: invitation.id, status: 'pending' }]);
      await bens.sync(ben.remote);
      expect(await bens.db.cursors.count()).toBe(0);
      expect(await bens.db.invitations.toArray()).toMatchObject([
        { id: invitation.id, role: 'member', invitedByEmail: anna.person.userEmail },
      ]);
      expect(await does(bens, ben, answer('accept', invitation.id))).toBe(null);
      await phone.sync(anna.remote);
      expect(await expectLikeAFreshDevice(ben, scope, bens, phone)).toHaveLength(1);
      expect(await phone.db.invitations.count()).toBe(0);
      expect(await phone.db.memberships.toArray()).toMatchObject([{ userId: ben.person.userId, role: 'member' }]);
    });

    it('an invitation to a budget gives the budget alone', async () => {
      const { anna, budgetId, phone } = await withBen('viewer', 'account');
      const cara = await given().signUp('cara');
      const caras = device(cara);
      const invitation = draft(cara.person.userEmail, budgetId, { target: 'budget', role: 'viewer' });
      expect(await does(phone, anna, send(invitation))).toBe(null);
      await caras.sync(cara.remote);
      expect(await does(caras, cara, answer('accept', invitation.id))).toBe(null);
      expect((await caras.db.cursors.toArray()).map((cursor) => cursor.scope)).toEqual([`budget:${budgetId}`]);
    });

    it('an invitation that was declined or revoked gives nothing any more', async () => {
      const world = given();
      const { anna, home, phone } = await annaAtHome(world);
      const ben = await world.signUp('ben');
      const bens = device(ben);
      const declined = draft(ben.person.userEmail, home);
      await does(phone, anna, send(declined));
      await bens.sync(ben.remote);
      expect(await does(bens, ben, answer('decline', declined.id))).toBe(null);
      const revoked = draft(ben.person.userEmail, home);
      expect(await does(phone, anna, send(revoked))).toBe(null);
      await bens.sync(ben.remote);
      expect(await does(phone, anna, answer('revoke', revoked.id))).toBe(null);
      expect(await does(bens, ben, answer('accept', revoked.id))).toMatchObject({ reason: 'settled' });
      expect(await bens.db.invitations.count()).toBe(0);
      expect(await bens.db.cursors.count()).toBe(0);
    });

    it('an invitation is refused with its reason: own address, member, sent before, no right, no account', async () => {
      const { anna, home, phone, ben, bens } = await withBen('member', 'account');
      const { userEmail } = ben.person;
      expect(await does(phone, anna, send(draft(anna.person.userEmail, home)))).toMatchObject({ reason: 'self' });
      expect(await does(phone, anna, send(draft(userEmail, home)))).toMatchObject({ reason: 'already_member' });
      expect(await does(phone, anna, send(draft('dora@example.org', home)))).toBe(null);
      expect(await does(phone, anna, send(draft('Dora@example.org', home)))).toMatchObject({
        reason: 'already_invited',
      });
      expect(await does(bens, ben, send(draft('eve@example.org', home)))).toMatchObject({ reason: 'forbidden' });
      const { userId } = ben.person;
      const unknown = await ben.remote.sendInvitation(userId, newId(), draft('eve@example.org', newId()));
      expect(unknown).toMatchObject({ status: 'rejected', reason: 'gone' });
    });

    it('[G2] an invitation that comes again stays one invitation, and its id stands for nothing else', async () => {
      const { anna, home, phone } = await annaAtHome(given());
      const { userId } = anna.person;
      const invitation = draft('dora@example.org', home);
      const first = await anna.remote.sendInvitation(userId, newId(), invitation);
      expect(await anna.remote.sendInvitation(userId, first.id, invitation)).toEqual(first);
      const other = { ...invitation, role: 'admin' as const };
      expect(await anna.remote.sendInvitation(userId, newId(), other)).toMatchObject({ reason: 'payload_mismatch' });
      await phone.sync(anna.remote);
      expect(await phone.db.invitations.toArray()).toMatchObject([{ id: invitation.id, role: 'member' }]);
    });

    it('an invitation that is sent again stays the same one with its full time, until it is settled', async () => {
      const { anna, home, phone, ben } = await withBen('member', 'account');
      const again = ({ person: { userId }, remote }: Member, id: string) =>
        remote.resendInvitation(userId, newId(), id);
      const invitation = draft('dora@example.org', home);
      await does(phone, anna, send(invitation));
      const [first] = await phone.db.invitations.toArray();
      const resend: Operation = {
        kind: 'call',
        name: 'invitation.resend',
        arguments: { id: invitation.id, resentAt: new Date().toISOString() },
      };
      expect(await does(phone, anna, resend)).toBe(null);
      const [second, ...others] = await phone.db.invitations.toArray();
      expect(others).toEqual([]);
      expect(second).toMatchObject({ id: invitation.id, status: 'pending' });
      expect(second?.version).toBeGreaterThan(first?.version ?? Number.POSITIVE_INFINITY);
      expect(await again(ben, invitation.id)).toMatchObject({ reason: 'gone' });
      expect(await again(anna, newId())).toMatchObject({ reason: 'gone' });
      expect(await does(phone, anna, answer('revoke', invitation.id))).toBe(null);
      expect(await again(anna, invitation.id)).toMatchObject({ reason: 'settled' });
    });

    it('[G1] a role that was lowered while a member was offline counts for their entry, which is kept', async () => {
      const { anna, home, phone, ben, bens } = await withBen('member', 'account');
      await phone.sync(anna.remote);
      const [membership] = await phone.db.memberships.toArray();
      if (!membership) throw new Error('the membership did not arrive');
      const change_role = (id: string, role: 'viewer' | 'admin'): Operation => ({
        kind: 'call',
        name: 'membership.change_role',
        arguments: { id, role },
      });
      const offline = await bens.commit([entered(home, { amount: 77 })]);
      expect(await does(phone, anna, change_role(membership.id, 'viewer'))).toBe(null);
      await bens.sync(ben.remote);
      expect(await bens.db.outbox.get({ id: offline })).toMatchObject({
        state: 'rejected',
        verdict: { reason: 'forbidden' },
        content: [{ row: { amount: 77 } }],
      });
      expect(await bens.db.cursors.toArray()).toMatchObject([{ role: 'viewer' }]);
      expect(await does(bens, ben, change_role(membership.id, 'admin'))).toMatchObject({ reason: 'forbidden' });
      expect(await does(phone, anna, change_role(membership.id, 'admin'))).toBe(null);
      await bens.sync(ben.remote);
      expect(await bens.db.cursors.toArray()).toMatchObject([{ role: 'admin' }]);
    });

    it('[G6] a member who leaves has nothing of the account, and is no member on any device', async () => {
      const { anna, home, scope, phone, ben, bens } = await withBen('member', 'account');
      await does(phone, anna, entered(home));
      await bens.sync(ben.remote);
      const [membership] = await bens.db.memberships.toArray();
      if (!membership) throw new Error('the membership did not arrive');
      const leave: Operation = { kind: 'call', name: 'membership.leave', arguments: { id: membership.id } };
      expect(await does(bens, ben, leave)).toBe(null);
      for (const table of [bens.db.accounts, bens.db.transactions, bens.db.memberships, bens.db.cursors]) {
        expect(await table.count()).toBe(0);
      }
      await phone.sync(anna.remote);
      expect(await phone.db.memberships.count()).toBe(0);
      expect(await expectLikeAFreshDevice(anna, scope, phone)).toHaveLength(1);
    });
  });
}
