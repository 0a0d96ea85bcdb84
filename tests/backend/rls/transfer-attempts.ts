/** The cells of the role matrix about a transfer from the household to an account of Ada alone. */
import type { Sql } from 'postgres';
import type { Attempt } from './attempts.ts';
import type { Name, Scene } from './scene.ts';

const account: Name[] = ['ada', 'ben', 'cy', 'dee'];
const admins: Name[] = ['ada', 'ben'];

const idOf = ({ ids }: Scene, key: 'side' | 'other side' | 'transfer') => ids[key] ?? '';
const update = (sql: Sql, id: string, columns: Record<string, string>) =>
  sql`update transactions set ${sql(columns)} where transaction_id = ${id} returning 1`;

export const transferAttempts: Attempt[] = [
  {
    title: 'read the side in the household',
    allowed: account,
    run: (sql, scene) => sql`select * from transactions where transaction_id = ${idOf(scene, 'side')}`,
  },
  {
    title: 'find the other side by the transfer',
    allowed: ['ada'],
    run: (sql, scene) => sql`select * from transactions
      where transfer_id = ${idOf(scene, 'transfer')} and account_id <> ${scene.household}`,
  },
  {
    title: 'edit the side in the household',
    allowed: admins,
    run: (sql, scene) => update(sql, idOf(scene, 'side'), { amount: '9' }),
  },
  {
    title: 'edit the other side',
    allowed: ['ada'],
    run: (sql, scene) => update(sql, idOf(scene, 'other side'), { amount: '9' }),
  },
  {
    title: 'delete the side in the household',
    allowed: admins,
    run: (sql, scene) => sql`delete from transactions where transaction_id = ${idOf(scene, 'side')} returning 1`,
  },
  {
    title: 'delete the other side',
    allowed: ['ada'],
    run: (sql, scene) => sql`delete from transactions where transaction_id = ${idOf(scene, 'other side')} returning 1`,
  },
  {
    title: 'add a third side',
    allowed: [],
    run: (sql, scene, name) => sql`insert into transactions
        (account_id, type, amount, transaction_date, nature, transfer_id)
      values (${scene.ids[`${name} private`] ?? ''}, 'credit', 9, '2026-11-02', 'transfer', ${idOf(scene, 'transfer')})
      returning 1`,
  },
  {
    title: 'make a side of an own transaction',
    allowed: [],
    run: (sql, scene, name) =>
      update(sql, scene.own[name], { nature: 'transfer', transfer_id: idOf(scene, 'transfer') }),
  },
  {
    title: 'unlink a side past the push',
    allowed: [],
    run: (sql, scene) => sql`update transactions set nature = 'regular', transfer_id = null
      where transaction_id = ${idOf(scene, 'side')} returning 1`,
  },
  {
    title: 'take a side to another account',
    allowed: [],
    run: (sql, scene, name) => update(sql, idOf(scene, 'side'), { account_id: scene.ids[`${name} private`] ?? '' }),
  },
  { title: 'read the used transfers', allowed: [], run: (sql) => sql`select * from private.transfers` },
];
