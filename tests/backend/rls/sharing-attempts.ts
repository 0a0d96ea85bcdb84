/** The cells of the role matrix about who has what: memberships, invitations, and offers of ownership. */
import { type Attempt, account, admins, cell, id } from './attempts.ts';

export const sharingAttempts: Attempt[] = [
  cell(
    "read a member's membership",
    account,
    (sql, s) => sql`select * from memberships where membership_id = ${id(s, 'hal membership')}`,
  ),
  cell(
    "read a budget member's membership",
    [...account, 'eve', 'fay'],
    (sql, s) => sql`select * from memberships where membership_id = ${id(s, 'ivy membership')}`,
  ),
  cell(
    'let themselves in',
    [],
    (sql, s, n) =>
      sql`insert into memberships (account_id, target, user_id, email, role)
        values (${s.household}, 'account', ${s.people[n].id}, 'x@example.org', 'admin') returning 1`,
  ),
  cell(
    "change a member's role",
    admins,
    (sql, s) =>
      sql`update memberships set role = 'viewer' where membership_id = ${id(s, 'hal membership')} returning 1`,
  ),
  cell(
    "change a budget member's role",
    [...admins, 'eve'],
    (sql, s) => sql`update memberships set role = 'admin' where membership_id = ${id(s, 'ivy membership')} returning 1`,
  ),
  cell(
    'remove a member',
    admins,
    (sql, s) => sql`delete from memberships where membership_id = ${id(s, 'hal membership')} returning 1`,
  ),
  cell(
    'remove a budget member',
    [...admins, 'eve'],
    (sql, s) => sql`delete from memberships where membership_id = ${id(s, 'ivy membership')} returning 1`,
  ),
  cell(
    'leave',
    ['ben', 'cy', 'dee', 'eve', 'fay'],
    (sql, s, n) => sql`delete from memberships where user_id = ${s.people[n].id} returning 1`,
  ),
  cell(
    'raise the own role',
    ['ben', 'eve'],
    (sql, s, n) => sql`update memberships set role = 'admin' where user_id = ${s.people[n].id} returning 1`,
  ),
  cell(
    'move the own membership to another account',
    [],
    (sql, s, n) =>
      sql`update memberships set account_id = ${id(s, 'gus private')} where user_id = ${s.people[n].id} returning 1`,
  ),

  cell(
    'see who is invited to the account',
    admins,
    (sql, s) => sql`select * from invitations where invitation_id = ${id(s, 'account invitation')}`,
  ),
  cell(
    'see who is invited to the budget',
    [...admins, 'eve'],
    (sql, s) => sql`select * from invitations where invitation_id = ${id(s, 'budget invitation')}`,
  ),
  cell(
    'invite to the account',
    admins,
    (sql, s) =>
      sql`insert into invitations (email, role, account_id, target)
        values ('new@example.org', 'viewer', ${s.household}, 'account') returning 1`,
  ),
  cell(
    'invite to the budget',
    [...admins, 'eve'],
    (sql, s) =>
      sql`insert into invitations (email, role, target, budget_id)
        values ('new@example.org', 'admin', 'budget', ${s.food}) returning 1`,
  ),
  cell(
    'revoke an invitation to the account',
    admins,
    (sql, s) =>
      sql`update invitations set status = 'revoked' where invitation_id = ${id(s, 'account invitation')} returning 1`,
  ),
  cell(
    'revoke an invitation to the budget',
    [...admins, 'eve'],
    (sql, s) =>
      sql`update invitations set status = 'revoked' where invitation_id = ${id(s, 'budget invitation')} returning 1`,
  ),
  cell(
    'mark an invitation accepted',
    [],
    (sql, s) =>
      sql`update invitations set status = 'accepted' where invitation_id = ${id(s, 'account invitation')} returning 1`,
  ),
  cell(
    'delete an invitation',
    [],
    (sql, s) => sql`delete from invitations where invitation_id = ${id(s, 'account invitation')} returning 1`,
  ),

  cell('offer the account to a member', ['ada'], (sql, s) => {
    const hal = sql`select user_id from memberships where membership_id = ${id(s, 'hal membership')}`;
    return sql`select offer_ownership(${s.household}, (${hal})), 1`;
  }),
  cell(
    'accept the account that nobody offers them',
    [],
    (sql, s) => sql`select answer_ownership(${s.household}, true)`,
  ),
  cell('read the offers of others', [], (sql) => sql`select * from private.ownership_offers`),
];
