/** The cells of the role matrix about imports: one of Ada, the owner, and one of Cy, a member. */
import { type Attempt, account, admins, cell, id, members } from './attempts.ts';

export const importAttempts: Attempt[] = [
  cell('read an import', account, (sql, s) => sql`select * from imports where import_id = ${id(s, 'import')}`),
  cell('read import keys', account, (sql, s) => sql`select * from import_keys where import_id = ${id(s, 'import')}`),
  cell(
    'add an import',
    members,
    (sql, s) => sql`insert into imports (account_id, file_name, format)
      values (${s.household}, 'april.csv', 'csv') returning 1`,
  ),
  cell(
    'edit an import',
    [],
    (sql, s) => sql`update imports set file_name = 'mine' where import_id = ${id(s, 'import')} returning 1`,
  ),
  cell(
    'revert the import of an admin',
    admins,
    (sql, s) => sql`delete from imports where import_id = ${id(s, 'import')} returning 1`,
  ),
  cell(
    'revert the import of a member',
    members,
    (sql, s) => sql`delete from imports where import_id = ${id(s, 'cy import')} returning 1`,
  ),
  cell(
    'write an import key',
    [],
    (sql, s) => sql`update import_keys set fate = 'reverted' where import_id = ${id(s, 'import')} returning 1`,
  ),
  cell(
    'forget an import key',
    [],
    (sql, s) => sql`delete from import_keys where import_id = ${id(s, 'import')} returning 1`,
  ),
];
