/**
 * The cells of the role matrix about schedules: one of Ada, the owner, one of Cy and one of Hal, members. Dee made one
 * as a member, and may only look since, so that it has no maker.
 */
import { type Attempt, account, admins, cell, id, members } from './attempts.ts';

export const scheduleAttempts: Attempt[] = [
  cell(
    'read a schedule',
    account,
    (sql, s) => sql`select * from schedules where schedule_id = ${id(s, 'ada schedule')}`,
  ),
  cell(
    'add a schedule',
    members,
    (sql, s) => sql`insert into schedules (account_id, type, amount, category_name, rhythm, start_date)
      values (${s.household}, 'debit', 1, 'Food', 'day 1', '2026-11-02') returning 1`,
  ),
  cell(
    'add a schedule in the name of Ada',
    [],
    (sql, s) => sql`insert into schedules (account_id, type, amount, category_name, rhythm, start_date, created_by)
      values (${s.household}, 'debit', 1, 'Food', 'day 1', '2026-11-02', ${s.people.ada.id}) returning 1`,
  ),
  cell(
    'edit the schedule of the owner',
    admins,
    (sql, s) => sql`update schedules set amount = 9 where schedule_id = ${id(s, 'ada schedule')} returning 1`,
  ),
  cell(
    'edit the schedule of Cy',
    members,
    (sql, s) => sql`update schedules set notes = 'mine' where schedule_id = ${id(s, 'cy schedule')} returning 1`,
  ),
  cell(
    'edit the schedule of another member',
    admins,
    (sql, s) => sql`update schedules set rhythm = 'day 2' where schedule_id = ${id(s, 'hal schedule')} returning 1`,
  ),
  cell(
    'edit a schedule without a maker',
    members,
    (sql, s) => sql`update schedules set mode = 'remind' where schedule_id = ${id(s, 'dee schedule')} returning 1`,
  ),
  cell(
    'take over a schedule without a maker',
    members,
    (sql, s, n) =>
      sql`update schedules set created_by = ${s.people[n].id} where schedule_id = ${id(s, 'dee schedule')} returning 1`,
  ),
  cell(
    'take over the schedule of another member',
    admins,
    (sql, s, n) =>
      sql`update schedules set created_by = ${s.people[n].id} where schedule_id = ${id(s, 'hal schedule')} returning 1`,
  ),
  cell(
    'make Ada keep a schedule of another member going',
    ['ada'],
    (sql, s) => sql`update schedules set created_by = ${s.people.ada.id}
      where schedule_id = ${id(s, 'hal schedule')} returning 1`,
  ),
  cell(
    'leave a schedule without a maker',
    [],
    (sql, s) => sql`update schedules set created_by = null where schedule_id = ${id(s, 'cy schedule')} returning 1`,
  ),
  cell(
    'move a schedule into an own account',
    [],
    (sql, s, n) => sql`update schedules set account_id = ${id(s, `${n} private`)}
      where schedule_id = ${id(s, 'dee schedule')} returning 1`,
  ),
  cell(
    'write the clocks of a schedule',
    [],
    (sql, s) => sql`update schedules set field_clocks = '{}' where schedule_id = ${id(s, 'dee schedule')} returning 1`,
  ),
  cell(
    'delete the schedule of the owner',
    admins,
    (sql, s) => sql`delete from schedules where schedule_id = ${id(s, 'ada schedule')} returning 1`,
  ),
  cell(
    'delete the schedule of Cy',
    members,
    (sql, s) => sql`delete from schedules where schedule_id = ${id(s, 'cy schedule')} returning 1`,
  ),
  cell(
    'delete the schedule of another member',
    admins,
    (sql, s) => sql`delete from schedules where schedule_id = ${id(s, 'hal schedule')} returning 1`,
  ),
  cell(
    'delete a schedule without a maker',
    members,
    (sql, s) => sql`delete from schedules where schedule_id = ${id(s, 'dee schedule')} returning 1`,
  ),
  cell(
    'read a schedule of a stranger',
    ['gus'],
    (sql, s) => sql`select * from schedules where schedule_id = ${id(s, 'gus schedule')}`,
  ),
  cell(
    'write a schedule of a stranger',
    ['gus'],
    (sql, s) => sql`update schedules set amount = 9 where schedule_id = ${id(s, 'gus schedule')} returning 1`,
  ),
  cell(
    'skip an occurrence in the table of keys',
    [],
    (sql, s) => sql`insert into import_keys (account_id, key, row_id, import_id, fate, made, version, of_schedule)
      values (${s.household}, repeat('a', 40), gen_random_uuid(), ${id(s, 'ada schedule')}, 'deleted', 1, 1, true)
      returning 1`,
  ),
];
