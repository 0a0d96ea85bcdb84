import { describe, expect, it } from 'vitest';
import type { Role } from '../rows.ts';
import {
  type Action,
  can,
  canChange,
  canContribute,
  canInvite,
  canManageMember,
  grantableRoles,
  type Obstacle,
  obstacleTo,
} from './roles.ts';

const ROLES: Role[] = ['viewer', 'member', 'admin', 'owner'];
const allowed = (action: Action) => ROLES.filter((role) => can(role, action));

describe('the roles on an account', () => {
  it.each<[Action, Role[]]>([
    ['read', ['viewer', 'member', 'admin', 'owner']],
    ['transaction.add', ['member', 'admin', 'owner']],
    ['transaction.change_own', ['member', 'admin', 'owner']],
    ['transaction.change_any', ['admin', 'owner']],
    ['budget.manage', ['admin', 'owner']],
    ['category.manage', ['admin', 'owner']],
    ['account.update', ['admin', 'owner']],
    ['access.manage', ['admin', 'owner']],
    ['account.delete', ['owner']],
    ['access.leave', ['viewer', 'member', 'admin']],
  ])('allow %s to %j', (action, roles) => {
    expect(allowed(action)).toEqual(roles);
    expect(can(null, action)).toBe(false);
  });
});

describe('a shared budget', () => {
  it('takes income from everybody who joined it, and expenses from those who manage it or its account', () => {
    expect(canContribute({ account: null, budget: 'viewer' }, 'income')).toBe(true);
    expect(canContribute({ account: null, budget: 'member' }, 'expense')).toBe(false);
    expect(canContribute({ account: null, budget: 'admin' }, 'expense')).toBe(true);
    expect(canContribute({ account: 'owner', budget: null }, 'expense')).toBe(true);
    expect(canContribute({ account: 'member', budget: null }, 'expense')).toBe(false);
    expect(canContribute({ account: 'viewer', budget: null }, 'income')).toBe(false);
    expect(canContribute({ account: null, budget: null }, 'income')).toBe(false);
  });
});

describe('changing a transaction', () => {
  const mine = { userId: 'me', budgetId: null, type: 'expense' } as const;
  const theirs = { ...mine, userId: 'them' };

  it('is allowed to its author if they are a member or more, and to admins and owners always', () => {
    expect(canChange({ account: 'viewer', budget: null }, mine, 'me')).toBe(false);
    expect(canChange({ account: 'member', budget: null }, mine, 'me')).toBe(true);
    expect(canChange({ account: 'member', budget: null }, theirs, 'me')).toBe(false);
    expect(canChange({ account: 'admin', budget: null }, theirs, 'me')).toBe(true);
  });

  it('is allowed to contributors for what they may contribute', () => {
    const gift = { userId: 'me', budgetId: 'b', type: 'income' } as const;
    expect(canChange({ account: null, budget: 'viewer' }, gift, 'me')).toBe(true);
    expect(canChange({ account: null, budget: 'viewer' }, { ...gift, type: 'expense' }, 'me')).toBe(false);
    expect(canChange({ account: null, budget: 'admin' }, { ...gift, userId: 'them' }, 'me')).toBe(false);
  });
});

describe('what keeps somebody from a change', () => {
  const open = { userId: 'me', budgetId: null, type: 'expense', status: 'open' } as const;
  const reconciled = { ...open, status: 'reconciled' } as const;
  const tick = { status: 'cleared', reconciliationId: null };

  it.each<[string, Role, { row: Parameters<typeof obstacleTo>[1]; after: object }, Obstacle | null]>([
    ['a member ticks', 'member', { row: open, after: tick }, null],
    ['a member ticks what is reconciled', 'member', { row: reconciled, after: tick }, 'reconciled'],
    [
      'a member ticks what somebody else has and is reconciled',
      'member',
      { row: { ...reconciled, userId: 'them' }, after: tick },
      'role',
    ],
    [
      'a member changes the date of what is reconciled',
      'member',
      { row: reconciled, after: { date: '2026-03-01' } },
      null,
    ],
    ['a member reconciles', 'member', { row: open, after: { status: 'reconciled', reconciliationId: 'r' } }, 'role'],
    ['an admin ticks what is reconciled', 'admin', { row: reconciled, after: tick }, null],
    ['a viewer ticks', 'viewer', { row: open, after: tick }, 'role'],
  ])('%s', (_, account, { row, after }, obstacle) => {
    expect(obstacleTo({ account, budget: null }, row, { ...after }, 'me')).toBe(obstacle);
  });

  it('is the role where a contributor ticks a contribution', () => {
    const gift = { ...open, budgetId: 'b', type: 'income' } as const;
    expect(obstacleTo({ account: null, budget: 'member' }, gift, { amount: 1 }, 'me')).toBeNull();
    expect(obstacleTo({ account: null, budget: 'member' }, gift, tick, 'me')).toBe('role');
  });
});

describe('managing access', () => {
  const member = { userId: 'them', role: 'member', target: 'account' } as const;

  it('is allowed to owners and admins of the account, and on a shared budget to those who manage it', () => {
    const inviting = ROLES.filter((account) => canInvite({ account, budget: null }));
    expect(inviting).toEqual(['admin', 'owner']);
    expect(canInvite({ account: 'viewer', budget: 'admin' })).toBe(true);
    expect(canInvite({ account: null, budget: 'member' })).toBe(false);
  });

  it('changes members up to one’s own level, and never oneself', () => {
    const admin = { account: 'admin', budget: null } as const;
    expect(canManageMember(admin, { ...member, role: 'admin' }, 'me')).toBe(true);
    expect(canManageMember(admin, { ...member, userId: 'me' }, 'me')).toBe(false);
    expect(canManageMember({ account: 'member', budget: null }, member, 'me')).toBe(false);
  });

  it('of a budget does not change the members of its account', () => {
    const manager = { account: 'viewer', budget: 'admin' } as const;
    expect(canManageMember(manager, { ...member, target: 'budget' }, 'me')).toBe(true);
    expect(canManageMember(manager, member, 'me')).toBe(false);
  });

  it('offers the roles up to one’s own level', () => {
    for (const account of ['admin', 'owner'] as const)
      expect(grantableRoles({ account, budget: null })).toEqual(['viewer', 'member', 'admin']);
    expect(grantableRoles({ account: null, budget: null })).toEqual([]);
    expect(grantableRoles({ account: 'member', budget: 'member' })).toEqual([]);
  });
});
