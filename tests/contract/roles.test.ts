/**
 * Each call of point 7 by each kind of caller. A refusal is either a typed error (401 for visitors, 403 for users) or
 * touches no row. The test then looks at the account as its owner. tests/backend/rls/matrix.test.ts tries the rights
 * themselves in more detail, against the database.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, type Household, invite, openHousehold, transactionOf } from './household.ts';
import { connect, newAddress } from './people.ts';

const callers = ['anonymous', 'stranger', 'viewer', 'member', 'admin', 'owner'] as const;
type Caller = (typeof callers)[number];

/** What supabase-js answers to a call of the table API; rows are those that the call touched. */
interface Answer {
  status: number;
  error: { code: string } | null;
  data: unknown;
}

interface Call {
  title: string;
  allowed: readonly Caller[];
  /** Makes the object of the call, as the owner; returns its id. */
  arrange(household: Household, caller: Caller): Promise<string>;
  call(client: SupabaseClient, id: string): PromiseLike<Answer>;
}

const insiders: readonly Caller[] = ['viewer', 'member', 'admin', 'owner'];
const contributors: readonly Caller[] = ['member', 'admin', 'owner'];
const admins: readonly Caller[] = ['admin', 'owner'];

const account = async ({ accountId }: Household) => accountId;
const entry = ({ owner, accountId }: Household) => enter(owner, accountId);

/** The caller's own transaction if they may have one, else the owner's. */
const ownEntry = (household: Household, caller: Caller) =>
  enter(caller === 'member' || caller === 'admin' ? household[caller] : household.owner, household.accountId);

async function category({ owner, accountId }: Household): Promise<string> {
  const row = { name: crypto.randomUUID(), type: 'expense', account_id: accountId };
  const { data, error } = await owner.client.from('categories').insert(row).select('category_id').single();
  if (error) throw error;
  return data.category_id;
}

async function budget({ owner, accountId }: Household): Promise<string> {
  const row = { name: 'Matrix', amount: 100, account_id: accountId };
  const { data, error } = await owner.client.from('budgets').insert(row).select('budget_id').single();
  if (error) throw error;
  return data.budget_id;
}

/** An invitation that no test changes, because the limit of invitations an hour holds here too. */
const standing = async () => standingInvitation;

const revocable = ({ owner, accountId }: Household, caller: Caller) =>
  admins.includes(caller) ? invite(owner, newAddress('matrix'), 'viewer', accountId) : standing();

const calls: readonly Call[] = [
  {
    title: 'GET accounts',
    allowed: insiders,
    arrange: account,
    call: (client, id) => client.from('accounts').select('account_id').eq('account_id', id),
  },
  {
    title: 'PATCH accounts',
    allowed: admins,
    arrange: account,
    call: (client, id) =>
      client.from('accounts').update({ account_name: 'Renamed' }).eq('account_id', id).select('account_id'),
  },
  {
    title: 'PATCH accounts with a balance',
    allowed: admins,
    arrange: account,
    call: (client, id) => client.from('accounts').update({ balance: 1 }).eq('account_id', id).select('account_id'),
  },
  {
    title: 'GET transactions',
    allowed: insiders,
    arrange: entry,
    call: (client, id) => client.from('transactions').select('transaction_id').eq('transaction_id', id),
  },
  {
    title: 'POST transactions',
    allowed: contributors,
    arrange: account,
    call: (client, id) => client.from('transactions').insert(transactionOf(id)).select('transaction_id'),
  },
  {
    title: "PATCH transactions of one's own",
    allowed: contributors,
    arrange: ownEntry,
    call: (client, id) =>
      client.from('transactions').update({ amount: 1 }).eq('transaction_id', id).select('transaction_id'),
  },
  {
    title: "PATCH transactions of somebody else's",
    allowed: admins,
    arrange: entry,
    call: (client, id) =>
      client.from('transactions').update({ amount: 1 }).eq('transaction_id', id).select('transaction_id'),
  },
  {
    title: "DELETE transactions of one's own",
    allowed: contributors,
    arrange: ownEntry,
    call: (client, id) => client.from('transactions').delete().eq('transaction_id', id).select('transaction_id'),
  },
  {
    title: "DELETE transactions of somebody else's",
    allowed: admins,
    arrange: entry,
    call: (client, id) => client.from('transactions').delete().eq('transaction_id', id).select('transaction_id'),
  },
  {
    title: 'GET budgets',
    allowed: insiders,
    arrange: budget,
    call: (client, id) => client.from('budgets').select('*').eq('budget_id', id),
  },
  {
    title: 'POST budgets',
    allowed: admins,
    arrange: account,
    call: (client, id) => client.from('budgets').insert({ name: 'New', amount: 5, account_id: id }).select('budget_id'),
  },
  {
    title: 'PATCH budgets',
    allowed: admins,
    arrange: budget,
    call: (client, id) => client.from('budgets').update({ amount: 1 }).eq('budget_id', id).select('budget_id'),
  },
  {
    title: 'DELETE budgets',
    allowed: admins,
    arrange: budget,
    call: (client, id) => client.from('budgets').delete().eq('budget_id', id).select('budget_id'),
  },
  {
    title: 'GET categories',
    allowed: insiders,
    arrange: category,
    call: (client, id) => client.from('categories').select('*').eq('category_id', id),
  },
  {
    title: 'POST categories',
    allowed: admins,
    arrange: account,
    call: (client, id) =>
      client
        .from('categories')
        .insert({ name: crypto.randomUUID(), type: 'income', account_id: id })
        .select('category_id'),
  },
  {
    title: 'PATCH categories',
    allowed: admins,
    arrange: category,
    call: (client, id) =>
      client.from('categories').update({ name: crypto.randomUUID() }).eq('category_id', id).select('category_id'),
  },
  {
    title: 'DELETE categories',
    allowed: admins,
    arrange: category,
    call: (client, id) => client.from('categories').delete().eq('category_id', id).select('category_id'),
  },
  {
    title: 'GET invitations',
    allowed: admins,
    arrange: standing,
    call: (client, id) => client.from('invitations').select('invitation_id').eq('invitation_id', id),
  },
  {
    title: 'PATCH invitations',
    allowed: admins,
    arrange: revocable,
    call: (client, id) =>
      client.from('invitations').update({ status: 'revoked' }).eq('invitation_id', id).select('invitation_id'),
  },
  {
    title: 'DELETE accounts',
    allowed: ['owner'],
    arrange: account,
    call: (client, id) => client.from('accounts').delete().eq('account_id', id).select('account_id'),
  },
];

let household: Household;
let standingInvitation: string;

beforeAll(async () => {
  household = await openHousehold();
  standingInvitation = await invite(household.owner, newAddress('standing'), 'viewer', household.accountId);
});
afterAll(() => household.close());

const clientOf = (caller: Caller) => (caller === 'anonymous' ? connect() : household[caller].client);

/** What the owner sees of the account, to compare before and after. */
async function look(): Promise<unknown> {
  const { owner, accountId } = household;
  const tables = ['accounts', 'transactions', 'budgets', 'categories', 'invitations'];
  const answers = await Promise.all(
    tables.map((table) => owner.client.from(table).select('*').eq('account_id', accountId).order('created_at')),
  );
  return answers.map(({ data }) => data);
}

/** The result of a call: how many rows it touched, or the refusal. */
function outcomeOf({ status, error, data }: Answer): string {
  if (error) return `${status} ${error.code}`;
  return Array.isArray(data) ? `${data.length} rows` : 'no rows';
}

describe.each(calls)('$title', ({ allowed, arrange, call }) => {
  test.each(allowed)('%s may', async (caller) => {
    const id = await arrange(household, caller);
    expect(outcomeOf(await call(clientOf(caller), id))).toBe('1 rows');
  });

  test.each(callers.filter((caller) => !allowed.includes(caller)))('%s may not', async (caller) => {
    const id = await arrange(household, caller);
    const before = await look();
    const outcome = outcomeOf(await call(clientOf(caller), id));
    expect(caller === 'anonymous' ? ['401 42501'] : ['403 42501', '0 rows']).toContain(outcome);
    expect(await look()).toEqual(before);
  });
});

describe('the functions', () => {
  test.each(['create_account', 'get_or_create_default_account'])('a visitor may not call %s', async (name) => {
    const parameters =
      name === 'create_account' ? { p_account_name: 'Mine', p_account_type: 'personal', p_description: null } : {};
    const { status, error } = await connect().rpc(name, parameters);
    expect({ status, code: error?.code }).toEqual({ status: 401, code: '42501' });
  });
});
