/** The cells of the role matrix about a split of which the budget for Food covers one line. */
import type { Sql } from 'postgres';
import type { Attempt } from './attempts.ts';
import type { Name, Scene } from './scene.ts';

const account: Name[] = ['ada', 'ben', 'cy', 'dee'];

const market = (scene: Scene) => scene.ids.market ?? '';
const lineOf = (category: string) => (sql: Sql, scene: Scene) =>
  sql`select * from transaction_lines where transaction_id = ${market(scene)} and category_name = ${category}`;

export const splitAttempts: Attempt[] = [
  {
    title: 'read a split of which the budget covers a line',
    allowed: account,
    run: (sql, scene) => sql`select * from transactions where transaction_id = ${market(scene)}`,
  },
  {
    title: 'read the line of a split that the budget covers',
    allowed: [...account, 'eve', 'fay'],
    run: lineOf('Food'),
  },
  { title: 'read the line of a split that the budget does not cover', allowed: account, run: lineOf('Housing') },
  {
    title: 'write the copy of a line',
    allowed: [],
    run: (sql, scene) =>
      sql`update transaction_lines set amount = 9 where transaction_id = ${market(scene)} returning 1`,
  },
  {
    title: 'add a copy of a line',
    allowed: [],
    run: (sql, scene) => sql`insert into transaction_lines
      select * from transaction_lines where transaction_id = ${market(scene)} returning 1`,
  },
  {
    title: 'delete the copy of a line',
    allowed: [],
    run: (sql, scene) => sql`delete from transaction_lines where transaction_id = ${market(scene)} returning 1`,
  },
  {
    title: 'write the lines of a split past the push',
    allowed: [],
    run: (sql, scene) => sql`update transactions set lines = null where transaction_id = ${market(scene)} returning 1`,
  },
  {
    title: 'delete a split',
    allowed: ['ada', 'ben'],
    run: (sql, scene) => sql`delete from transactions where transaction_id = ${market(scene)} returning 1`,
  },
  {
    title: 'edit the description of a split',
    allowed: ['ada', 'ben'],
    run: (sql, scene) =>
      sql`update transactions set description = 'x' where transaction_id = ${market(scene)} returning 1`,
  },
];
