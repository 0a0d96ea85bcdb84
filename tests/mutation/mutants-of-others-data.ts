/**
 * Guards against what people who share data can do to each other: by values, by inviting, and by what stays of a
 * deleted user.
 */
import type { Mutant } from './mutant.ts';

const values = 'supabase/migrations/20261122000200_readable_values.sql';
const invitees = 'supabase/migrations/20261122000220_invitee_of_budget.sql';
const deletion = 'supabase/migrations/20261126001210_own_first_in_races.sql';

export const onOthersData: readonly Mutant[] = [
  {
    guard: 'values: the server counts the length of a text as devices do',
    file: values,
    find: "length(p_text) + length(regexp_replace(p_text, '[^\\U00010000-\\U0010FFFF]', '', 'g')) <= p_units",
    replace: 'length(p_text) <= p_units',
    test: ['tests/backend/values/known.test.ts', 'is as long for the server as for the device'],
  },
  {
    guard: 'values: a time that no date picker can name is refused',
    file: values,
    find: "p_at between '0001-01-02 00:00:00+00' and '9999-12-30 23:59:59.999+00'",
    replace: 'p_at is not null',
    test: ['tests/backend/values/known.test.ts', 'is refused by the table API'],
  },
  {
    guard: 'invitees: a user who may not list the account does not learn who has it',
    file: invitees,
    find: '(may_list_account and p.scope',
    replace: '(true and p.scope',
    test: ['tests/backend/security/budget-admins.test.ts', 'gets the same response as an unknown person'],
  },
  {
    guard: 'invitees: no number of the log reveals other invitations of an address',
    file: 'supabase/migrations/20261126001140_numbers_of_guests.sql',
    find: 'i.account_id = new.account_id and i.budget_id is not distinct from new.budget_id and',
    replace: 'i.account_id = new.account_id and',
    test: ['tests/backend/security/budget-admins.test.ts', 'whose invitation to the account ran out'],
  },
  {
    guard: 'user deletion: devices fetch the rows that became anonymous',
    file: deletion,
    find: 'set created_by_email = null, version = private.next_version(t.account_id)',
    replace: 'set created_by_email = null',
    test: [
      'tests/backend/sql/user-deletion.test.ts',
      'stays, without an e-mail, and reaches the devices of the others',
    ],
  },
  {
    guard: 'user deletion: the tombstones of rows forget who entered the rows',
    file: deletion,
    find:
      '  update private.removals set created_by_email = null ' +
      'where created_by = old.id and created_by_email is not null;\n',
    replace: '',
    test: [
      'tests/backend/sql/user-deletion.test.ts',
      'neither in tombstones, verdicts, invitations, memberships nor in waiting mails',
    ],
  },
  {
    guard: 'user deletion: an invitation by a deleted user lets nobody in',
    file: deletion,
    find: 'where i.invited_by = old.id or i.email = any (addresses) returning *',
    replace: 'where i.email = any (addresses) returning *',
    test: [
      'tests/backend/sql/user-deletion.test.ts',
      'a hint makes the admins’ devices pull, and an invitation by the user leaves them',
    ],
  },
];
