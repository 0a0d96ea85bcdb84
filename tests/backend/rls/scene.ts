/** The people of the role matrix, and what they own, joined and entered. */
import type { TestDatabase } from '../../support/backend.ts';
import { insertTransaction, join, makeBudget, makePerson, openAccount, type Person } from '../sql/people.ts';

export const everybody = ['ada', 'ben', 'cy', 'dee', 'eve', 'fay', 'gus'] as const;
export type Name = (typeof everybody)[number];

export type Scene = {
  people: Record<Name, Person>;
  household: string;
  food: string;
  own: Record<Name, string>;
  ids: Record<string, string>;
};
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

  const enter = async (person: Person, category: string, accountId = household) => {
    const transactionId = crypto.randomUUID();
    const verdict = await person.push(insertTransaction(accountId, { id: transactionId, category }));
    if (verdict.status !== 'applied') throw new Error(JSON.stringify(verdict));
    return transactionId;
  };
  ids.rent = await enter(ada, 'Housing');
  ids.bread = await enter(ada, 'Food');
  ids.hal = await enter(hal, 'Housing');
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
