/** The role matrix: what people attempt with plain SQL, in the table API's form, and who may. */
import type { Sql } from 'postgres';
import type { Name, Scene } from './scene.ts';

export const account: Name[] = ['ada', 'ben', 'cy', 'dee'];
export const admins: Name[] = ['ada', 'ben'];
export const members: Name[] = ['ada', 'ben', 'cy'];

export type Attempt = {
  title: string;
  allowed: Name[];
  run: (sql: Sql, scene: Scene, name: Name) => Promise<readonly unknown[]>;
};

/** Each cell is [what, who may, the statement]. The rows that the statement returns are the rows that it touched. */
export const attempts: Attempt[] = [
  cell('read the account', account, (sql, s) => sql`select * from accounts where account_id = ${s.household}`),
  cell(
    'rename the account',
    admins,
    (sql, s) => sql`update accounts set account_name = 'Ours' where account_id = ${s.household} returning 1`,
  ),
  cell(
    'say what the account is for, archive it and place it',
    admins,
    (sql, s) => sql`update accounts set kind = 'savings', archived = true, position = 1
      where account_id = ${s.household} returning 1`,
  ),
  cell(
    'write the balance, which is then recomputed',
    admins,
    (sql, s) => sql`update accounts set balance = 7 where account_id = ${s.household} returning 1`,
  ),
  cell(
    'delete the account',
    ['ada'],
    (sql, s) => sql`delete from accounts where account_id = ${s.household} returning 1`,
  ),
  cell(
    'take over the account',
    [],
    (sql, s, n) => sql`update accounts set owner_id = ${s.people[n].id} where account_id = ${s.household} returning 1`,
  ),
  cell(
    'open an account in the name of Ada',
    [],
    (sql, s) => sql`insert into accounts (account_name, owner_id) values ('Forged', ${s.people.ada.id}) returning 1`,
  ),

  cell(
    'read a transaction that the budget does not cover',
    account,
    (sql, s) => sql`select * from transactions where transaction_id = ${id(s, 'rent')}`,
  ),
  cell(
    'read a transaction that the budget covers',
    [...account, 'eve', 'fay'],
    (sql, s) => sql`select * from transactions where transaction_id = ${id(s, 'bread')}`,
  ),
  cell('add an expense', members, (sql, s) => add(sql, s.household, 'debit')),
  cell('add income', members, (sql, s) => add(sql, s.household, 'credit')),
  cell('contribute income to the budget', [...members, 'eve', 'fay'], (sql, s) =>
    add(sql, s.household, 'credit', s.food),
  ),
  cell('contribute an expense to the budget', [...admins, 'eve'], (sql, s) => add(sql, s.household, 'debit', s.food)),
  cell(
    'edit an own contribution of income',
    [...members, 'eve', 'fay'],
    (sql, s, n) => sql`update transactions set amount = 9 where transaction_id = ${id(s, `${n} credit`)} returning 1`,
  ),
  cell(
    'edit an own contribution of an expense',
    [...admins, 'eve'],
    (sql, s, n) => sql`update transactions set amount = 9 where transaction_id = ${id(s, `${n} debit`)} returning 1`,
  ),
  cell(
    'delete an own contribution of income',
    [...members, 'eve', 'fay'],
    (sql, s, n) => sql`delete from transactions where transaction_id = ${id(s, `${n} credit`)} returning 1`,
  ),
  cell(
    'delete an own contribution of an expense',
    [...admins, 'eve'],
    (sql, s, n) => sql`delete from transactions where transaction_id = ${id(s, `${n} debit`)} returning 1`,
  ),
  cell(
    'turn an own contribution of income into one of an expense',
    [...admins, 'eve'],
    (sql, s, n) =>
      sql`update transactions set type = 'debit' where transaction_id = ${id(s, `${n} credit`)} returning 1`,
  ),
  cell(
    'turn an own expense into a contribution',
    admins,
    (sql, s, n) =>
      sql`update transactions set metadata = ${sql.json({ budget_id: s.food })}
        where transaction_id = ${s.own[n]} returning 1`,
  ),
  cell(
    'edit an own transaction',
    members,
    (sql, s, n) => sql`update transactions set amount = 9 where transaction_id = ${s.own[n]} returning 1`,
  ),
  cell(
    'delete an own transaction',
    members,
    (sql, s, n) => sql`delete from transactions where transaction_id = ${s.own[n]} returning 1`,
  ),
  cell(
    "edit somebody else's transaction",
    admins,
    (sql, s) => sql`update transactions set amount = 9 where transaction_id = ${id(s, 'hal')} returning 1`,
  ),
  cell(
    "delete somebody else's transaction",
    admins,
    (sql, s) => sql`delete from transactions where transaction_id = ${id(s, 'hal')} returning 1`,
  ),
  cell(
    "move somebody else's transaction into an own account",
    admins,
    (sql, s, n) =>
      sql`update transactions set account_id = ${id(s, `${n} private`)}
        where transaction_id = ${id(s, 'hal')} returning 1`,
  ),
  cell(
    'move an own transaction into an account of a stranger',
    [],
    (sql, s, n) =>
      sql`update transactions set account_id = ${id(s, n === 'gus' ? 'ada private' : 'gus private')}
        where transaction_id = ${s.own[n]} returning 1`,
  ),
  cell(
    'add a transaction in the name of Ada',
    [],
    (sql, s) =>
      sql`insert into transactions (account_id, type, amount, transaction_date, created_by)
        values (${s.household}, 'debit', 1, '2026-11-01', ${s.people.ada.id}) returning 1`,
  ),
  cell(
    'become the contributor of a transaction',
    [],
    (sql, s, n) =>
      sql`update transactions set created_by = ${s.people[n].id} where transaction_id = ${id(s, 'hal')} returning 1`,
  ),
  cell(
    'choose a version',
    [],
    (sql, s, n) => sql`update transactions set version = 1 where transaction_id = ${s.own[n]} returning 1`,
  ),
  cell(
    'choose the clocks of a merge',
    [],
    (sql, s, n) => sql`update transactions set field_clocks = '{}' where transaction_id = ${s.own[n]} returning 1`,
  ),

  cell(
    'read the status of a transaction that the budget covers',
    account,
    (sql, s) => sql`select * from transaction_details where transaction_id = ${id(s, 'bread')}`,
  ),
  cell(
    'write a status past the push',
    [],
    (sql, s) =>
      sql`update transaction_details set status = 'cleared', reconciliation_id = null
        where transaction_id = ${id(s, 'bread')} returning 1`,
  ),
  cell(
    'read a reconciliation',
    account,
    (sql, s) => sql`select * from reconciliations where reconciliation_id = ${id(s, 'statement')}`,
  ),
  cell(
    'add a reconciliation',
    admins,
    (sql, s) =>
      sql`insert into reconciliations (account_id, statement_date, statement_balance)
        values (${s.household}, '2026-10-31', 1) returning 1`,
  ),
  cell(
    'edit a reconciliation',
    [],
    (sql, s) =>
      sql`update reconciliations set statement_balance = 2 where reconciliation_id = ${id(s, 'statement')} returning 1`,
  ),
  cell(
    'delete a reconciliation',
    admins,
    (sql, s) => sql`delete from reconciliations where reconciliation_id = ${id(s, 'statement')} returning 1`,
  ),

  cell(
    'read a category that no budget of theirs uses',
    account,
    (sql, s) => sql`select * from categories where category_id = ${id(s, 'housing')}`,
  ),
  cell(
    'read the category of the budget',
    [...account, 'eve', 'fay'],
    (sql, s) => sql`select * from categories where category_id = ${id(s, 'food')}`,
  ),
  cell(
    'add a category',
    admins,
    (sql, s) =>
      sql`insert into categories (account_id, name, type) values (${s.household}, 'Pets', 'expense') returning 1`,
  ),
  cell(
    'rename a category',
    admins,
    (sql, s) => sql`update categories set name = 'Home' where category_id = ${id(s, 'housing')} returning 1`,
  ),
  cell(
    'delete a category',
    admins,
    (sql, s) => sql`delete from categories where category_id = ${id(s, 'housing')} returning 1`,
  ),
  cell(
    'group and archive a category',
    admins,
    (sql, s) => sql`update categories set group_name = 'Daily', archived = true
      where category_id = ${id(s, 'housing')} returning 1`,
  ),
  cell(
    'move a category to another account',
    [],
    (sql, s, n) =>
      sql`update categories set account_id = ${id(s, `${n} private`)}
        where category_id = ${id(s, 'housing')} returning 1`,
  ),

  cell(
    'read the budget',
    [...account, 'eve', 'fay'],
    (sql, s) => sql`select * from budgets where budget_id = ${s.food}`,
  ),
  cell('read another budget', account, (sql, s) => sql`select * from budgets where budget_id = ${id(s, 'everything')}`),
  cell(
    'add a budget',
    admins,
    (sql, s) => sql`insert into budgets (account_id, name, amount) values (${s.household}, 'Car', 50) returning 1`,
  ),
  cell(
    'edit the budget',
    admins,
    (sql, s) => sql`update budgets set amount = 60 where budget_id = ${s.food} returning 1`,
  ),
  cell(
    'widen the budget to the whole account',
    admins,
    (sql, s) => sql`update budgets set category_id = null where budget_id = ${s.food} returning 1`,
  ),
  cell('delete the budget', admins, (sql, s) => sql`delete from budgets where budget_id = ${s.food} returning 1`),

  cell('read the history of a transaction', account, (sql, s) => sql`select transaction_history(${id(s, 'bread')})`),
  cell('read the activity of an account', account, (sql, s) => sql`select account_activity(${s.household})`),
  cell('read the changes', [], (sql) => sql`select * from private.changes`),
  cell('read the log of accounts', [], (sql) => sql`select * from private.account_log`),
  cell('read the removals', [], (sql) => sql`select * from private.removals`),
  cell('read the ledger of mutations', [], (sql) => sql`select * from private.mutation_ledger`),
  cell('read the users', [], (sql) => sql`select * from auth.users`),
  cell('change the epoch', [], (sql) => sql`select change_epoch()`),
  cell('drop removals', [], (sql) => sql`select collect_garbage('0')`),
];

export function cell(title: string, allowed: Name[], run: Attempt['run']): Attempt {
  return { title, allowed, run };
}

export function id(from: Scene, key: string): string {
  const found = from.ids[key];
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
}

function add(sql: Sql, accountId: string, type: string, budgetId?: string) {
  return sql`insert into transactions (account_id, type, amount, transaction_date, metadata)
    values (${accountId}, ${type}, 1, '2026-11-03', ${sql.json(budgetId ? { budget_id: budgetId } : {})}) returning 1`;
}
