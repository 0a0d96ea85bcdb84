/** An admin of a budget may list who has the budget. They learn of nobody else whether they have the account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { join, makeBudget, makePerson, openAccount, type Person } from '../sql/people.ts';

let database: TestDatabase;
let ada: Person;
/** Admin of the budget only. */
let fay: Person;
/** Member of the account. */
let ben: Person;
let household: string;
let food: string;

beforeAll(async () => {
  database = await startDatabase();
  [ada, fay, ben] = await Promise.all([
    makePerson(database, 'ada'),
    makePerson(database, 'fay'),
    makePerson(database, 'ben'),
  ]);
  household = await openAccount(ada);
  await join(ada, ben, 'member', household);
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  food = await makeBudget(ada, household, 'Food');
  await join(ada, fay, 'admin', household, food);
});

const nobody = () => `nobody-${crypto.randomUUID().slice(0, 8)}@example.org`;

/** A call's outcome, without what differs between calls anyway: ids, and numbers counted from where the log stood. */
async function tell(person: Person, work: () => Promise<Record<string, unknown>[]>, email: string): Promise<unknown> {
  const before = await headOf(person);
  const answer = await work().then(
    (rows) => rows,
    ({ code, message }: Record<string, unknown>) => ({ code, message }),
  );
  const after = await headOf(person);
  const text = JSON.stringify(answer, (key, value) => {
    // An invitation that is read has a small number of its own; a function answers the number in the log.
    if (key === 'version') return Number(value) < before ? value : Number(value) - before;
    return /(^id|_id|At|_at)$/.test(key) ? '…' : value;
  });
  return { text: text.replaceAll(email, 'E'), numbers: after - before, steps: await scan(person, email) };
}

async function headOf(person: Person): Promise<number> {
  const [row] = await person.sql`select public.sync_heads() as heads`;
  return Number(row?.heads[`budget:${food}`]);
}

/** After all outcomes: how many invitations of each status this person can list for the budget. */
async function scan(person: Person, email: string) {
  return person.sql`select status, count(*)::int as count from invitations
    where email = ${email} and budget_id = ${food} group by 1 order by 1`;
}

const ways: [string, (email: string, target: 'account' | 'budget') => Promise<Record<string, unknown>[]>][] = [
  [
    'the function',
    (email) => fay.sql`select public.send_invitation(${email}, 'X', 'viewer', 'budget', ${food}) as answer`,
  ],
  [
    'the table',
    (email) =>
      fay.sql`insert into invitations (email, target, budget_id) values (${email}, 'budget', ${food}) returning *`,
  ],
  [
    'the table, as an invitation to the account',
    (email) =>
      fay.sql`insert into invitations (email, target, account_id)
        values (${email}, 'account', ${household}) returning *`,
  ],
  [
    'the table, as an invitation to the account with the budget named beside it',
    (email) => fay.sql`insert into invitations (email, target, account_id, budget_id)
      values (${email}, 'account', ${household}, ${food}) returning *`,
  ],
];

describe.each(ways)('by %s', (_way, invite) => {
  test.each([
    ['the owner', () => ada.email],
    ['a member of the account', () => ben.email],
    ['whom the account has invited', async () => invited('pending')],
    ['whose invitation to the account ran out', async () => invited('ran out')],
    ['who is only in another budget of the account', async () => inOtherBudget()],
  ])('%s gets the same response as an unknown person', async (_who, emailOf) => {
    const email = await emailOf();
    const stranger = nobody();
    const forNobody = await tell(fay, () => invite(stranger, 'budget'), stranger);
    expect(await tell(fay, () => invite(email, 'budget'), email)).toEqual(forNobody);
  });
});

async function invited(how: 'pending' | 'ran out'): Promise<string> {
  const email = nobody();
  await ada.sql`insert into invitations (email, target, account_id) values (${email}, 'account', ${household})`;
  if (how === 'ran out') await database.sql`update invitations set expires_at = now() where email = ${email}`;
  return email;
}

async function inOtherBudget(): Promise<string> {
  const guest = await makePerson(database, 'guest');
  await join(ada, guest, 'viewer', household, await makeBudget(ada, household, 'Housing'));
  return guest.email;
}

test('the same holds when an invitation is sent again', async () => {
  const [sent] = await fay.sql`
    select (public.send_invitation(${ben.email}, '', 'viewer', 'budget', ${food}) ->> 'invitation_id')::uuid as id`;
  await database.sql`update private.invitation_mails set mailed_at = now() - interval '2 minutes', claimed_at = null`;
  const [again] = await fay.sql`select public.resend_invitation(${sent?.id}) ->> 'status' as status`;
  expect(again).toEqual({ status: 'sent' });
});

test('a person who has the account accepts such an invitation and keeps their access', async () => {
  await join(fay, ben, 'viewer', household, food);
  const { scopes, budgetRoles } = await ben.pull();
  expect(scopes.map(({ scope, role }) => [scope, role])).toEqual([[`account:${household}`, 'member']]);
  expect(budgetRoles).toEqual([{ budgetId: food, role: 'viewer' }]);
  await join(fay, ada, 'viewer', household, food);
  expect((await ada.pull()).scopes.map(({ role }) => role)).toEqual(['owner']);
});

describe('who may list them hears that they have access', () => {
  test('the owner and an admin of the account', async () => {
    const max = await makePerson(database, 'max');
    await join(ada, max, 'admin', household);
    const invite = (by: Person, email: string) =>
      by.sql`insert into invitations (email, target, budget_id) values (${email}, 'budget', ${food})`;
    await expect(invite(max, ada.email)).rejects.toMatchObject({ detail: 'already_member' });
    await expect(invite(ada, ben.email)).rejects.toMatchObject({ detail: 'already_member' });
  });

  test('an admin of the budget who has the account as a viewer', async () => {
    const vic = await makePerson(database, 'vic');
    await join(ada, vic, 'admin', household, food);
    await join(ada, vic, 'viewer', household);
    const probe = vic.sql`insert into invitations (email, target, budget_id) values (${ben.email}, 'budget', ${food})`;
    await expect(probe).rejects.toMatchObject({ detail: 'already_member' });
  });

  test('an admin of the budget, of the others of the budget', async () => {
    const guest = await makePerson(database, 'guest');
    await join(ada, guest, 'viewer', household, food);
    const probe = fay.sql`insert into invitations (email, target, budget_id)
      values (${guest.email}, 'budget', ${food})`;
    await expect(probe).rejects.toMatchObject({ code: 'PT409', detail: 'already_member' });
    const email = nobody();
    const again = () =>
      fay.sql`insert into invitations (email, target, budget_id) values (${email}, 'budget', ${food})`;
    await again();
    await expect(again()).rejects.toMatchObject({ code: 'PT409', detail: 'already_invited' });
  });
});
