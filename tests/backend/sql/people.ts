/**
 * Named users on a real database. They push and pull as their devices would. The schemas of sync/protocol.ts parse
 * every response. So each test that uses them also proves that SQL and schemas agree.
 */

import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Insert, Mutation, Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION, PullAnswer, type PullCursors, PushAnswer } from '../../../sync/protocol.ts';
import { PullAnswer as ReleasedAnswer } from '../../releases/0.1.0/wire/protocol.ts';
import type { TestDatabase } from '../../support/backend.ts';

export type Cursors = v.InferInput<typeof PullCursors>;

export type Person = {
  id: string;
  email: string;
  /** A connection with this user's rights. */
  sql: Sql;
  /** Pushes one mutation and returns its verdict. */
  push(...operations: Operation[]): Promise<Verdict>;
  pushAll(mutations: Mutation[]): Promise<PushAnswer>;
  pull(cursors?: Cursors, limit?: number): Promise<PullAnswer>;
};

export const noCursors: Cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };

/** A new user with this first name, whose device speaks this protocol. Several with one name are different people. */
export async function makePerson(database: TestDatabase, name: string, protocol = PROTOCOL_VERSION): Promise<Person> {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const id = await database.createUser(email);
  const sql = await database.connectAs(id, email);
  const pushAll = async (mutations: Mutation[]) => {
    const [row] = await sql`select public.sync_push(${id}, ${protocol}, ${JSON.stringify(mutations)}::text::jsonb)
        as answer`;
    return v.parse(PushAnswer, row?.answer);
  };
  return {
    id,
    email,
    sql,
    pushAll,
    async push(...operations) {
      const { verdicts } = await pushAll([mutation(...operations)]);
      const [verdict] = verdicts;
      if (!verdict || verdicts.length !== 1) throw new Error(`One mutation got ${verdicts.length} verdicts.`);
      return verdict;
    },
    async pull(cursors = { ...noCursors, protocol }, limit = 5000) {
      const [row] =
        await sql`select public.sync_pull(${id}, ${JSON.stringify(cursors)}::text::jsonb, ${limit}) as answer`;
      // Before the upgrade, the server speaks as the first release does.
      if (cursors.protocol !== 4) return v.parse(PullAnswer, row?.answer);
      v.parse(ReleasedAnswer, row?.answer);
      return v.parse(PullAnswer, { ...row?.answer, notices: [] });
    },
  };
}

export function mutation(...operations: Operation[]): Mutation {
  return { id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations };
}

/** A mutation whose edit was made this many seconds ago. Below zero, it is in the future. */
export function editedAgo(seconds: number, ...operations: Operation[]): Mutation {
  return { ...mutation(...operations), editedAt: new Date(Date.now() - seconds * 1000).toISOString() };
}

type WrittenTransaction = Extract<Insert, { table: 'transactions' }>['row'];

export function transaction(accountId: string, fields: Partial<WrittenTransaction> = {}): WrittenTransaction {
  return {
    id: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    accountId,
    type: 'expense',
    amount: 1250,
    date: '2026-11-02',
    description: 'Lunch',
    category: 'Food',
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
    ...fields,
  };
}

export function insertTransaction(accountId: string, fields: Partial<WrittenTransaction> = {}): Operation {
  return { kind: 'insert', table: 'transactions', row: transaction(accountId, fields) };
}

export function insertAccount(ownerId: string, id: string = crypto.randomUUID(), name = 'Household'): Operation {
  const row = {
    id,
    createdAt: new Date().toISOString(),
    name,
    type: 'personal',
    description: null,
    accountNumber: null,
    kind: 'other',
    archived: false,
    position: null,
    ownerId,
  } as const;
  return { kind: 'insert', table: 'accounts', row };
}

/** A new account of this person, with the built-in categories when it is their first. Returns its id. */
export async function openAccount(person: Person, name = 'Household'): Promise<string> {
  const [row] = await person.sql<{ id: string }[]>`select (public.create_account(${name})).account_id as id`;
  if (!row) throw new Error('No account was made.');
  return row.id;
}

/**
 * Lets somebody join an account or, with `budgetId`, one of its budgets. They join as people do: by an invitation that
 * they accept.
 */
export async function join(
  inviter: Person,
  guest: Person,
  role: string,
  accountId: string,
  budgetId: string | null = null,
): Promise<string> {
  const [row] = await inviter.sql<{ id: string }[]>`
    insert into public.invitations (email, role, account_id, target, budget_id)
    values (${guest.email}, ${role}, ${accountId}, ${budgetId ? 'budget' : 'account'}, ${budgetId})
      returning invitation_id as id`;
  if (!row) throw new Error('No invitation was made.');
  const verdict = await guest.push({ kind: 'call', name: 'invitation.accept', arguments: { id: row.id } });
  if (verdict.status !== 'applied') throw new Error(JSON.stringify(verdict));
  const [membership] = await guest.sql<{ id: string }[]>`
    select membership_id as id from public.memberships where user_id = ${guest.id} and account_id = ${accountId}
    and budget_id is not distinct from ${budgetId}`;
  if (!membership) throw new Error('No membership was made.');
  return membership.id;
}

/** A budget over one category (or all) of the account. Returns its id. */
export async function makeBudget(person: Person, accountId: string, category: string | null): Promise<string> {
  const [row] = await person.sql<{ id: string }[]>`
    insert into public.budgets (account_id, name, amount, category_id)
    values (${accountId}, ${category ?? 'Everything'}, 100,
      (select category_id from public.categories
        where account_id = ${accountId} and name = ${category})) returning budget_id as id`;
  if (!row) throw new Error('No budget was made.');
  return row.id;
}
