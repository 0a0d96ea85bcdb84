/** For each kind of row: how Ada makes and deletes one, and the ways in which Mallory may try to reuse its id. */
import postgres from 'postgres';
import { newCategory } from '#domain/books/new-categories';
import { scheduled } from '../../sync/support/schedules-world.ts';
import { insertAccount, insertTransaction, join, type Person, transaction } from './people.ts';

export type Refusal = { code: string | null; message: string };

/** The refusal, or null when the row was made. */
export type Way = (who: Person, accountId: string, id: string) => Promise<Refusal | null>;

export type Kind = {
  /** Makes a row in the person's own account. Returns its id. */
  make: (who: Person, accountId: string, guest: Person) => Promise<string>;
  remove: (who: Person, id: string) => Promise<unknown>;
  ways: Record<string, Way>;
};

/** How the table API and functions answer a failed statement. */
async function refusalOf(statement: PromiseLike<unknown>): Promise<Refusal | null> {
  try {
    await statement;
    return null;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function pushed(who: Person, ...operations: Parameters<Person['push']>): Promise<Refusal | null> {
  const verdict = await who.push(...operations);
  return verdict.status === 'rejected' ? { code: verdict.code, message: verdict.message } : null;
}

async function idOf(rows: PromiseLike<readonly { id?: string }[]>): Promise<string> {
  const id = (await rows)[0]?.id;
  if (id === undefined) throw new Error('Nothing was made.');
  return id;
}

const newAddress = () => `${crypto.randomUUID()}@example.org`;
const createdAt = () => new Date().toISOString();

export const kinds: Record<string, Kind> = {
  accounts: {
    make: ({ sql }) => idOf(sql`select (create_account('Another')).account_id as id`),
    remove: ({ sql }, id) => sql`delete from accounts where account_id = ${id}`,
    ways: {
      'table API': ({ sql }, _, id) =>
        refusalOf(sql`insert into accounts (account_id, account_name) values (${id}, 'Mine')`),
      push: (who, _, id) => pushed(who, insertAccount(who.id, id)),
      create_account: ({ sql }, _, id) => refusalOf(sql`select create_account('Mine', 'personal', null, ${id})`),
    },
  },
  categories: {
    make: ({ sql }, accountId) =>
      idOf(sql`insert into categories (account_id, name, type)
        values (${accountId}, ${crypto.randomUUID()}, 'expense') returning category_id as id`),
    remove: ({ sql }, id) => sql`delete from categories where category_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into categories (category_id, account_id, name, type)
          values (${id}, ${accountId}, ${crypto.randomUUID()}, 'expense')`),
      push: (who, accountId, id) => {
        const row = { ...newCategory(accountId, 'expense', crypto.randomUUID(), createdAt()), id };
        return pushed(who, { kind: 'insert', table: 'categories', row });
      },
    },
  },
  reconciliations: {
    make: ({ sql }, accountId) =>
      idOf(sql`insert into reconciliations (account_id, statement_date, statement_balance)
        values (${accountId}, '2026-03-31', 9) returning reconciliation_id as id`),
    remove: ({ sql }, id) => sql`delete from reconciliations where reconciliation_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into reconciliations (reconciliation_id, account_id, statement_date, statement_balance)
          values (${id}, ${accountId}, '2026-03-31', 9)`),
      push: (who, accountId, id) => {
        const row = { id, createdAt: createdAt(), accountId, date: '2026-03-31', balance: 900 };
        return pushed(who, { kind: 'insert', table: 'reconciliations', row });
      },
    },
  },
  imports: {
    make: ({ sql }, accountId) =>
      idOf(sql`insert into imports (account_id, file_name, format)
        values (${accountId}, 'a.csv', 'csv') returning import_id as id`),
    remove: ({ sql }, id) => sql`delete from imports where import_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into imports (import_id, account_id, file_name, format)
          values (${id}, ${accountId}, 'a.csv', 'csv')`),
      push: (who, accountId, id) => {
        const row = { id, createdAt: createdAt(), accountId, fileName: 'a.csv', format: 'csv' } as const;
        return pushed(who, { kind: 'insert', table: 'imports', row });
      },
    },
  },
  schedules: {
    make: ({ sql }, accountId) =>
      idOf(sql`insert into schedules (account_id, type, amount, category_name, rhythm, start_date)
        values (${accountId}, 'debit', 9, 'Food', 'day 1', '2026-03-31') returning schedule_id as id`),
    remove: ({ sql }, id) => sql`delete from schedules where schedule_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into schedules (schedule_id, account_id, type, amount, category_name, rhythm, start_date)
          values (${id}, ${accountId}, 'debit', 9, 'Food', 'day 1', '2026-03-31')`),
      push: (who, accountId, id) =>
        pushed(who, { kind: 'insert', table: 'schedules', row: { ...scheduled(accountId), id } }),
    },
  },
  budgets: {
    make: ({ sql }, accountId) =>
      idOf(
        sql`insert into budgets (account_id, name, amount) values (${accountId}, 'All', 9) returning budget_id as id`,
      ),
    remove: ({ sql }, id) => sql`delete from budgets where budget_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(
          sql`insert into budgets (budget_id, account_id, name, amount) values (${id}, ${accountId}, 'All', 9)`,
        ),
      push: (who, accountId, id) => {
        const row = {
          id,
          createdAt: createdAt(),
          accountId,
          name: 'All',
          amount: 900,
          categoryId: null,
          description: null,
          shortId: id.slice(0, 7).toUpperCase(),
          currencyCode: 'USD',
          periodType: 'monthly',
          startDate: '2026-11-01',
        } as const;
        return pushed(who, { kind: 'insert', table: 'budgets', row });
      },
    },
  },
  transactions: {
    make: ({ sql }, accountId) =>
      idOf(sql`insert into transactions (account_id, type, amount, transaction_date)
        values (${accountId}, 'debit', 1, '2026-11-02') returning transaction_id as id`),
    remove: ({ sql }, id) => sql`delete from transactions where transaction_id = ${id}`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into transactions (transaction_id, account_id, type, amount, transaction_date)
          values (${id}, ${accountId}, 'debit', 1, '2026-11-02')`),
      push: (who, accountId, id) => pushed(who, insertTransaction(accountId, { id })),
      'push of a restore': (who, accountId, id) =>
        pushed(who, { kind: 'restore', table: 'transactions', row: transaction(accountId, { id }) }),
    },
  },
  memberships: {
    make: async (who, accountId, guest) => join(who, guest, 'viewer', accountId),
    remove: ({ sql }, id) => sql`delete from memberships where membership_id = ${id}`,
    ways: {
      // The server chooses these ids.
      'table API': (who, accountId, id) =>
        refusalOf(who.sql`insert into memberships (membership_id, account_id, target, user_id, email, role)
          values (${id}, ${accountId}, 'account', ${who.id}, ${who.email}, 'admin')`),
    },
  },
  invitations: {
    make: async ({ sql }, accountId) => {
      const budgetId = await idOf(sql`
        insert into budgets (account_id, name, amount) values (${accountId}, 'All', 9) returning budget_id as id`);
      return idOf(sql`insert into invitations (email, target, budget_id)
        values (${newAddress()}, 'budget', ${budgetId}) returning invitation_id as id`);
    },
    // It is removed only with its target.
    remove: ({ sql }, id) =>
      sql`delete from budgets where budget_id = (select budget_id from invitations where invitation_id = ${id})`,
    ways: {
      'table API': ({ sql }, accountId, id) =>
        refusalOf(sql`insert into invitations (invitation_id, email, account_id, target)
          values (${id}, ${newAddress()}, ${accountId}, 'account')`),
      send_invitation: ({ sql }, accountId, id) =>
        refusalOf(sql`select send_invitation(${newAddress()}, '', 'viewer', 'account', ${accountId}, ${id})`),
    },
  },
};
