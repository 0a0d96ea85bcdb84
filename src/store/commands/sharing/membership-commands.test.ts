import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#domain/rows';
import { writeBudgetRoles } from '../../database/budget-roles.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, budgetRow, idOf, membershipRow } from '../../database/rows.fixture.ts';
import { listAccounts } from '../../queries/accounts/accounts.ts';
import { changeRole } from './membership-change-role.ts';
import { leaveMembership } from './membership-leave.ts';
import { removeMembership } from './membership-remove.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const BUDGET = idOf(30);
const ben = membershipRow(1);
const anna = membershipRow(2, { userId: ANNA.userId, email: ANNA.userEmail, name: '' });
const forbidden = { ok: false, errors: { form: 'forbidden' } };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.memberships.bulkPut([ben, anna]);
});
afterEach(() => db.delete());

async function haveAs(role: Role) {
  await db.accounts.put(accountRow({ ownerId: role === 'owner' ? ANNA.userId : idOf(901) }));
  const scope = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT, version: 1, grantId: 'g', before: null };
  await db.cursors.put({ ...scope, role });
}

describe('membership.change_role', () => {
  it.each<Role>(['owner', 'admin'])('by an %s takes effect here at once', async (role) => {
    await haveAs(role);
    expect(await changeRole(db, actor, { id: ben.id, role: 'admin' }, now)).toMatchObject({ ok: true });
    expect(await db.memberships.get(ben.id)).toMatchObject({ role: 'admin' });
    expect(await db.outbox.count()).toBe(1);
  });

  it.each<Role>(['member', 'viewer'])('is refused to a %s', async (role) => {
    await haveAs(role);
    expect(await changeRole(db, actor, { id: ben.id, role: 'viewer' }, now)).toEqual(forbidden);
  });

  it('is refused on oneself', async () => {
    await haveAs('admin');
    expect(await changeRole(db, actor, { id: anna.id, role: 'viewer' }, now)).toEqual(forbidden);
  });

  it('to the role that the member already has changes nothing', async () => {
    await haveAs('owner');
    expect(await changeRole(db, actor, { id: ben.id, role: 'member' }, now)).toEqual({ ok: true, mutationId: null });
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('membership.remove', () => {
  it('by an admin takes the member off the list', async () => {
    await haveAs('admin');
    expect(await removeMembership(db, actor, { id: ben.id }, now)).toMatchObject({ ok: true });
    expect(await db.memberships.get(ben.id)).toBeUndefined();
  });

  it('of a budget is allowed to users who manage that budget', async () => {
    const contributor = membershipRow(3, { target: 'budget', budgetId: BUDGET });
    await db.memberships.put(contributor);
    expect(await removeMembership(db, actor, { id: contributor.id }, now)).toEqual(forbidden);
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role: 'admin' }]);
    expect(await removeMembership(db, actor, { id: contributor.id }, now)).toMatchObject({ ok: true });
  });

  it('is refused to a member, and for somebody who has left', async () => {
    await haveAs('member');
    expect(await removeMembership(db, actor, { id: ben.id }, now)).toEqual(forbidden);
    expect(await removeMembership(db, actor, { id: idOf(99) }, now)).toEqual({
      ok: false,
      errors: { form: 'not_found' },
    });
  });
});

describe('membership.leave', () => {
  it('takes the account off this device at once', async () => {
    await haveAs('member');
    expect(await leaveMembership(db, actor, { id: anna.id }, now)).toMatchObject({ ok: true });
    expect(await listAccounts(db)).toEqual([]);
  });

  it('takes a budget off this device, unless the device has its account', async () => {
    const contributor = membershipRow(3, { target: 'budget', budgetId: BUDGET, userId: ANNA.userId });
    await db.memberships.put(contributor);
    await db.budgets.put(budgetRow(30));
    await leaveMembership(db, actor, { id: contributor.id }, now);
    expect(await db.budgets.count()).toBe(0);

    await haveAs('viewer');
    await db.budgets.put(budgetRow(30));
    await db.memberships.put({ ...contributor, id: idOf(4) });
    await leaveMembership(db, actor, { id: idOf(4) }, now);
    expect(await db.budgets.count()).toBe(1);
  });

  it('works only on the user’s own membership', async () => {
    await haveAs('owner');
    expect(await leaveMembership(db, actor, { id: ben.id }, now)).toEqual(forbidden);
  });
});
