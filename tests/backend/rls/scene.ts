/** The people of the role matrix, and what they own, joined and entered. */
import { createHash } from 'node:crypto';
import { importedId } from '#domain/ids/imported-id';
import type { TransactionRow } from '#domain/rows';
import type { TestDatabase } from '../../support/backend.ts';
import { scheduled } from '../../sync/support/schedules-world.ts';
import {
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  openAccount,
  type Person,
  transaction,
} from '../sql/people.ts';

export const everybody = ['ada', 'ben', 'cy', 'dee', 'eve', 'fay', 'gus'] as const;
export type Name = (typeof everybody)[number];

export type Scene = {
  people: Record<Name, Person>;
  household: string;
  food: string;
  own: Record<Name, string>;
  ids: Record<string, string>;
};
/** Reconciles a transaction of 12.50 with a statement. Returns the reconciliation's id. */
async function reconcile({ push }: Person, accountId: string, transactionId: string): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, createdAt: '2026-11-01T10:00:00.000Z', accountId, date: '2026-10-31', balance: -1250 };
  const seen = { accountId, number: 1_000_000 };
  const { status } = await push(
    { kind: 'insert', table: 'reconciliations', row },
    {
      kind: 'patch',
      table: 'transactions',
      id: transactionId,
      seen,
      before: { status: 'open', reconciliationId: null },
      after: { status: 'reconciled', reconciliationId: id },
    },
  );
  if (status !== 'applied') throw new Error(`the reconciliation was ${status}`);
  return id;
}

/** Imports a file with one row. Returns the import's id. */
async function importInto({ push, id: owner }: Person, accountId: string): Promise<string> {
  const id = crypto.randomUUID();
  const key = createHash('sha1').update(owner).digest('hex');
  const row = { id, createdAt: '2026-11-01T10:00:00.000Z', accountId, fileName: 'march.csv', format: 'csv' } as const;
  const { status } = await push(
    { kind: 'insert', table: 'imports', row },
    {
      kind: 'insert',
      table: 'transactions',
      row: { ...transaction(accountId, { id: importedId(accountId, key) }), importId: id },
      key,
    },
  );
  if (status !== 'applied') throw new Error(`the import was ${status}`);
  return id;
}

/** Makes a schedule. Returns its id. */
async function schedule({ push }: Person, accountId: string): Promise<string> {
  const row = scheduled(accountId);
  const { status } = await push({ kind: 'insert', table: 'schedules', row });
  if (status !== 'applied') throw new Error(`the schedule was ${status}`);
  return row.id;
}

export async function makeScene(database: TestDatabase): Promise<Scene> {
  const [ada, ben, cy, dee, eve, fay, gus, hal, ivy] = await Promise.all(
    [...everybody, 'hal', 'ivy'].map((name) => makePerson(database, name)),
  );
  if (!ada || !ben || !cy || !dee || !eve || !fay || !gus || !hal || !ivy) throw new Error('Somebody is missing.');
  const people = { ada, ben, cy, dee, eve, fay, gus };
  const ids: Record<string, string> = {};
  for (const name of everybody) ids[`${name} private`] = await openAccount(people[name], 'Private');
  const household = await openAccount(ada);
  const categories = await ada.sql`insert into categories (account_id, name, type)
    values (${household}, 'Food', 'expense'), (${household}, 'Housing', 'expense')
      returning lower(name) as name, category_id`;
  for (const row of categories) ids[row.name] = row.category_id;
  const food = await makeBudget(ada, household, 'Food');
  ids.everything = await makeBudget(ada, household, null);
  await join(ada, ben, 'admin', household);
  await join(ada, cy, 'member', household);
  const dees = await join(ada, dee, 'member', household);
  ids['hal membership'] = await join(ada, hal, 'member', household);
  await join(ada, eve, 'admin', household, food);
  await join(ada, fay, 'viewer', household, food);
  ids['ivy membership'] = await join(ada, ivy, 'viewer', household, food);

  const enter = async (person: Person, category: string, more: Partial<TransactionRow> = {}) => {
    const transactionId = crypto.randomUUID();
    const verdict = await person.push(insertTransaction(household, { id: transactionId, category, ...more }));
    if (verdict.status !== 'applied') throw new Error(JSON.stringify(verdict));
    return transactionId;
  };
  ids.rent = await enter(ada, 'Housing');
  ids.bread = await enter(ada, 'Food');
  ids.hal = await enter(hal, 'Housing');
  ids.statement = await reconcile(ada, household, ids.bread);
  ids.import = await importInto(ada, household);
  ids['cy import'] = await importInto(cy, household);
  const line = (category: string, cents: number) => ({ id: crypto.randomUUID(), category, cents, note: '' });
  ids.market = await enter(ada, 'Split', { amount: 300, lines: [line('Food', 100), line('Housing', 200)] });
  // The budget would cover the side in the household by its category.
  const linked = { nature: 'transfer', transferId: crypto.randomUUID(), category: 'Food' } as const;
  const [side, otherSide] = [
    transaction(household, linked),
    transaction(ids['ada private'] ?? '', { ...linked, type: 'income' }),
  ];
  const sides = [side, otherSide].map((row) => ({ kind: 'insert', table: 'transactions', row }) as const);
  const transferred = await ada.push(...sides);
  if (transferred.status !== 'applied') throw new Error(JSON.stringify(transferred));
  Object.assign(ids, { side: side.id, 'other side': otherSide.id, transfer: linked.transferId });
  for (const [name, person] of Object.entries({ ada, cy, dee, hal })) {
    ids[`${name} schedule`] = await schedule(person, household);
  }
  ids['gus schedule'] = await schedule(gus, ids['gus private'] ?? '');
  const own = {
    ada: ids.rent,
    ben: await enter(ben, 'Housing'),
    cy: await enter(cy, 'Housing'),
    dee: await enter(dee, 'Housing'),
    eve: crypto.randomUUID(),
    fay: crypto.randomUUID(),
    gus: crypto.randomUUID(),
  };
  // Everybody's contribution to the budget from when they still could, even if they no longer may.
  for (const name of everybody) {
    for (const type of ['credit', 'debit']) {
      const [row] = await database.sql`
        insert into transactions (account_id, type, amount, transaction_date, metadata, created_by)
        values (${household}, ${type}, 1, '2026-11-02', ${database.sql.json({ budget_id: food })}, ${people[name].id})
        returning transaction_id as id`;
      ids[`${name} ${type}`] = row?.id;
    }
  }
  // Dee entered something while she was a member. Eve and Fay never could in this account.
  await ada.sql`update memberships set role = 'viewer' where membership_id = ${dees}`;
  await ada.sql`insert into invitations (email, account_id, target)
    values ('jon@example.org', ${household}, 'account')`;
  await ada.sql`insert into invitations (email, target, budget_id) values ('jon@example.org', 'budget', ${food})`;
  for (const row of await ada.sql`select target, invitation_id from invitations where email = 'jon@example.org'`) {
    ids[`${row.target} invitation`] = row.invitation_id;
  }
  return { people, household, food, own, ids };
}
