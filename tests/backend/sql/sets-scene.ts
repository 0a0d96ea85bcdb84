/** Random pushes of many operations, the same on several databases. What they leave is compared without numbers. */
import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Operation, Patch, SentMutation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION, PushAnswer } from '../../../sync/protocol.ts';
import type { TestDatabase } from '../../support/backend.ts';
import fc from '../../support/random.ts';
import { insertAccount, transaction } from './people.ts';

/** Ada owns both accounts. In the first, Ben is an admin, Mia a member, and Eve has a budget. */
const PEOPLE = ['ada', 'ben', 'mia', 'eve'].map((name) => ({ name, id: crypto.randomUUID() }));

const CHANGES = [
  [
    { amount: 1250, type: 'expense' },
    { amount: 2000, type: 'expense' },
  ],
  [
    { amount: 1250, type: 'expense' },
    { amount: 1250, type: 'income' },
  ],
  [{ date: '2026-11-02' }, { date: '2026-10-01' }],
  [
    { date: '2026-11-02', category: 'Food' },
    { date: '2026-12-01', category: 'Housing' },
  ],
  [{ category: 'Food' }, { category: 'Housing' }],
  [
    { status: 'open', reconciliationId: null },
    { status: 'cleared', reconciliationId: null },
  ],
  [
    { bankId: null, importId: null, importedText: null },
    { bankId: 'b', importId: null, importedText: 'POS' },
  ],
  [
    { accountId: 'first', budgetId: null },
    { accountId: 'second', budgetId: null },
  ],
  [{ description: 'Lunch' }, { description: 'Dinner' }],
  [{ description: 'Lunch' }, { description: 'x'.repeat(2001) }],
] as const;

const row = fc.nat({ max: 4 });
const deed = fc.record({
  kind: fc.constantFrom('patch', 'patch', 'patch', 'patch', 'delete', 'delete', 'restore', 'insert'),
  row,
  // The last one is refused.
  change: fc.oneof({ weight: 30, arbitrary: fc.nat({ max: CHANGES.length - 2 }) }, fc.constant(CHANGES.length - 1)),
  undo: fc.boolean(),
});
/** Most often somebody who may do it. */
const author = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const ago = fc.integer({ min: 1, max: 100 });

export const scenes = fc.record({
  earlier: fc.array(fc.record({ author, deed, ago }), { maxLength: 6 }),
  pushed: fc.record({
    author,
    ago,
    /** The number that its author had seen, in the account's log. */
    seen: fc.nat({ max: 12 }),
    deeds: fc.array(deed, { minLength: 2, maxLength: 8 }),
  }),
});
type Scene = typeof scenes extends fc.Arbitrary<infer T> ? T : never;
type Deed = Scene['pushed']['deeds'][number];

/** The scene with its ids and its time, which are the same on all databases that play it. */
export const placed = (scene: Scene) => ({
  ...scene,
  accounts: { first: crypto.randomUUID(), second: crypto.randomUUID() },
  rows: Array.from({ length: 5 }, () => crypto.randomUUID()),
  /** Those of insertions. */
  made: Array.from({ length: 14 }, () => crypto.randomUUID()),
  budgetId: crypto.randomUUID(),
  now: Date.now(),
});
type Placed = ReturnType<typeof placed>;

export type Stage = { sql: Sql; people: Sql[] };

export async function openStage(database: TestDatabase): Promise<Stage> {
  const people: Sql[] = [];
  for (const { name, id } of PEOPLE) {
    const email = `${name}@example.org`;
    await database.createUser(email, id);
    people.push(await database.connectAs(id, email));
  }
  return { sql: database.sql, people };
}

/** Plays the scene. Returns the verdict on what is pushed at last, and what stands then. */
export async function play({ sql, people }: Stage, scene: Placed) {
  const { accounts, rows, budgetId, earlier, pushed, now } = scene;
  const unused = [...scene.made];
  let number = 0;
  const push = async (who: number, secondsAgo: number, operations: Operation[]) => {
    const [person, connection] = [PEOPLE[who], people[who]];
    if (!person || !connection) throw new Error('There is no such person.');
    number += 1;
    const editedAt = new Date(now - secondsAgo * 1000).toISOString();
    const mutation: SentMutation = { id: crypto.randomUUID(), editedAt, device: person.id, number, operations };
    const [row] = await connection`
      select public.sync_push(${person.id}, ${PROTOCOL_VERSION}, ${JSON.stringify([mutation])}::text::jsonb) as answer`;
    return v.parse(PushAnswer, row?.answer).verdicts[0];
  };
  await push(
    0,
    900,
    [accounts.first, accounts.second].map((id) => insertAccount(PEOPLE[0]?.id ?? '', id)),
  );
  await addMembers(sql, scene);
  for (const [at, id] of rows.entries()) await push(at % 4, 800, [insertionOf(scene, id, at)]);
  for (const { author, deed, ago } of earlier) {
    await push(author, ago, [operationOf(scene, deed, 100, unused)]);
  }
  const operations = pushed.deeds.map((one) => operationOf(scene, one, pushed.seen, unused));
  const verdict = await push(pushed.author, pushed.ago, operations);
  const state = await stateOf(sql, Object.values(accounts));
  return { verdict: verdict && { ...verdict, id: null, versions: null }, state };

  async function addMembers(admin: Sql, { accounts: { first } }: Placed) {
    await admin`
      insert into public.budgets (budget_id, account_id, name, amount) values (${budgetId}, ${first}, 'Trip', 1)`;
    for (const [who, role] of [
      [1, 'admin'],
      [2, 'member'],
      [3, 'admin'],
    ] as const) {
      const place = who === 3 ? { target: 'budget', budget_id: budgetId } : { target: 'account', budget_id: null };
      const member = { account_id: first, user_id: PEOPLE[who]?.id ?? '', email: 'e@example.org', role, ...place };
      await admin`insert into public.memberships ${admin(member)}`;
    }
  }
}

/** One of the rows is a contribution to the budget. */
const rowOf = ({ accounts, budgetId, now }: Placed, id: string, at: number) => ({
  ...transaction(accounts.first, { id, createdAt: new Date(now - 1_000_000).toISOString() }),
  budgetId: at === 1 ? budgetId : null,
});

const insertionOf = (scene: Placed, id: string, at: number): Operation => ({
  kind: 'insert',
  table: 'transactions',
  row: rowOf(scene, id, at),
});

function operationOf(scene: Placed, { kind, row, change, undo }: Deed, seen: number, unused: string[]): Operation {
  const id = scene.rows[row] ?? '';
  const undoes = undo && { undo: true as const };
  const named = { table: 'transactions', id, seen: { accountId: scene.accounts.first, number: seen } } as const;
  switch (kind) {
    case 'patch': {
      const [from, to] = fieldsOf(scene, change);
      return { kind, ...named, before: undo ? to : from, after: undo ? from : to, ...undoes };
    }
    case 'delete':
      return { kind, ...named, ...undoes };
    case 'restore':
      return { kind, table: 'transactions', row: rowOf(scene, id, row), ...undoes };
    case 'insert':
      return insertionOf(scene, unused.pop() ?? '', row);
  }
}

function fieldsOf({ accounts: { first, second } }: Placed, change: number): [Patch['before'], Patch['after']] {
  const [from, to] = CHANGES[change] ?? CHANGES[0];
  return 'accountId' in to
    ? [
        { ...from, accountId: first },
        { ...to, accountId: second },
      ]
    : [from, to];
}

/** All that a push writes, without the numbers and moments that it gives. */
async function stateOf(sql: Sql, accounts: string[]) {
  const clocks = sql`(select jsonb_object_agg(key, value - array['v', 'was']) from jsonb_each(field_clocks))`;
  return sql`
    select to_jsonb(t) - array['version', 'field_clocks'] || jsonb_build_object('clocks', ${clocks}) as found
    from public.transactions t where account_id = any (${accounts})
    union all select to_jsonb(d) - 'field_clocks' || jsonb_build_object('clocks', ${clocks})
    from public.transaction_details d where account_id = any (${accounts})
    union all select to_jsonb(c) - array['change_id', 'version', 'at', 'action', 'clocks', 'status_clock']
      || jsonb_build_object('before', before - 'version')
    from private.changes c where account_id = any (${accounts}) and of_table = 'transactions'
    union all select to_jsonb(r) - array['version', 'at'] from private.removals r where account_id = any (${accounts})
    union all select to_jsonb(n) - array['notice_id', 'at'] || jsonb_build_object('lost', lost - 'version')
    from private.notices n where account_id = any (${accounts})
    union all select jsonb_build_object('account', account_id, 'balance', balance)
    from public.accounts where account_id = any (${accounts})
    order by 1`;
}
