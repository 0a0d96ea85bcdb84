/** PostgreSQL with our migrations for histories: the functions that devices call, without HTTP in between. */
import type { Sql } from 'postgres';
import postgres from 'postgres';
import * as v from 'valibot';
import { Fate } from '#domain/ids/import-keys';
import { Verdict } from '#domain/mutations/verdicts';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  ImportRow,
  InvitationRow,
  MembershipRow,
  ReconciliationRow,
  ScheduleRow,
  TransactionRow,
} from '#domain/rows';
import { reasonOf } from '../../../../sync/call-remote.ts';
import { invitationVerdict } from '../../../../sync/invitation-response.ts';
import { Heads, PROTOCOL_VERSION, PullAnswer, PushAnswer } from '../../../../sync/protocol.ts';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import { Sums } from '../../../../sync/sums.ts';
import type { TestDatabase } from '../../../support/backend.ts';
import { emptyState, type State } from '../fake/state.ts';
import type { WorldClock } from './seat.ts';
import { type HistoryServer, tellingTime } from './server.ts';

/** The database as a signed-in user's device reaches it, over its own connection. */
export function sqlRemote(sql: Sql): Remote {
  async function ask<T>(schema: v.GenericSchema<unknown, T>, query: Promise<{ answer?: unknown }[]>): Promise<T> {
    try {
      const [row] = await query;
      return v.parse(schema, row?.answer);
    } catch (failure) {
      if (!(failure instanceof postgres.PostgresError)) throw failure;
      throw new RemoteFailure(reasonOf(500, failure.code, failure.hint), failure.code, { cause: failure });
    }
  }
  const json = (value: unknown) => JSON.stringify(value);
  return {
    push: (user, mutations) =>
      ask(
        PushAnswer,
        sql`select public.sync_push(${user}, ${PROTOCOL_VERSION}, ${json(mutations)}::text::jsonb) as answer`,
      ),
    pull: (user, cursors, limit) =>
      ask(PullAnswer, sql`select public.sync_pull(${user}, ${json(cursors)}::text::jsonb, ${limit}) as answer`),
    heads: () => ask(Heads, sql`select public.sync_heads() as answer`),
    sums: () => ask(Sums, sql`select public.sync_sums() as answer`),
    sendInvitation: (user, id, { email, name, role, target, targetId, id: invitation }) =>
      invite(
        sql,
        id,
        sql`select public.send_invitation(${email}, ${name}, ${role}, ${target}, ${targetId}, ${invitation}, ${user})
          as answer`,
      ),
    resendInvitation: (user, id, invitation) =>
      invite(sql, id, sql`select public.resend_invitation(${invitation}, ${user}) as answer`),
    subscribe: () => () => {},
  };
}

const Sent = v.looseObject({ mail: v.nullable(v.object({ id: v.string() })) });

/** Does what the function `send-invitation` does, without the mail. */
async function invite(sql: Sql, id: string, query: Promise<{ answer?: unknown }[]>): Promise<Verdict> {
  const [status, body] = await answered(async () => {
    const [row] = await query;
    const { mail, ...sent } = v.parse(Sent, row?.answer);
    if (mail) await sql`select public.invitation_mailed(${mail.id}, true)`;
    return sent;
  });
  const verdict = invitationVerdict(id, status, body);
  if (!verdict) throw new RemoteFailure(reasonOf(status, ''), String(status));
  return verdict;
}

/** Responds as the function's refusal.ts does. */
async function answered(call: () => Promise<unknown>): Promise<[status: number, body: unknown]> {
  try {
    return [200, await call()];
  } catch (failure) {
    if (!(failure instanceof postgres.PostgresError)) throw failure;
    if (failure.code.startsWith('PT')) return [Number(failure.code.slice(2)), { error: failure.detail, message: '' }];
    if (failure.code === '42501') return [403, { error: 'forbidden', message: '' }];
    if (/^2[23]/.test(failure.code)) return [400, { error: 'invalid', message: '' }];
    throw failure;
  }
}

const KnownKey = v.object({
  accountId: v.string(),
  key: v.string(),
  rowId: v.string(),
  importId: v.string(),
  ofSchedule: v.boolean(),
  fate: Fate,
  made: v.number(),
  version: v.number(),
});

const Kept = v.object({
  epoch: v.string(),
  accounts: v.array(AccountRow),
  categories: v.array(CategoryRow),
  budgets: v.array(BudgetRow),
  memberships: v.array(MembershipRow),
  reconciliations: v.array(ReconciliationRow),
  imports: v.array(ImportRow),
  schedules: v.array(ScheduleRow),
  importKeys: v.array(KnownKey),
  transactions: v.array(TransactionRow),
  invitations: v.array(InvitationRow),
  users: v.array(v.object({ id: v.string(), email: v.string() })),
  logs: v.array(v.object({ id: v.string(), version: v.number(), floor: v.number() })),
  ledger: v.array(v.object({ key: v.string(), verdict: Verdict })),
});

/** Reads everything that the server holds, in the form of the in-memory one. */
async function readState(sql: Sql): Promise<State> {
  const [row] = await sql`select json_build_object(
    'epoch', private.epoch(),
    'accounts', (select coalesce(json_agg(private.to_client(a)), '[]') from public.accounts a),
    'categories', (select coalesce(json_agg(private.to_client(c)), '[]') from public.categories c),
    'budgets', (select coalesce(json_agg(private.to_client(b)), '[]') from public.budgets b),
    'memberships', (select coalesce(json_agg(private.to_client(m)), '[]') from public.memberships m),
    'transactions', (
      select coalesce(json_agg(to_jsonb(private.to_client(t)) || private.client_details(d.status,
        d.reconciliation_id, d.bank_id, d.import_id, d.imported_text)), '[]')
      from public.transactions t left join public.transaction_details d using (transaction_id)),
    'reconciliations', (select coalesce(json_agg(private.to_client(r)), '[]') from public.reconciliations r),
    'imports', (select coalesce(json_agg(private.to_client(i)), '[]') from public.imports i),
    'schedules', (select coalesce(json_agg(private.to_client(s)), '[]') from public.schedules s),
    'importKeys', (select coalesce(json_agg(json_build_object('accountId', account_id, 'key', key, 'rowId', row_id,
      'importId', import_id, 'ofSchedule', of_schedule, 'fate', fate, 'made', made, 'version', version)), '[]')
      from public.import_keys),
    'invitations', (select coalesce(json_agg(private.to_client(i)), '[]') from public.invitations i),
    'users', (select coalesce(json_agg(json_build_object('id', id, 'email', email)), '[]') from auth.users),
    'logs', (select coalesce(json_agg(json_build_object('id', account_id, 'version', version, 'floor', floor)), '[]')
      from private.account_log),
    'ledger', (
      select coalesce(json_agg(json_build_object('key', user_id || ' ' || mutation_id, 'verdict', verdict)), '[]')
      from private.mutation_ledger)) as kept`;
  const kept = v.parse(Kept, row?.kept);
  const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((one) => [one.id, one]));
  const { accounts, categories, budgets, memberships, reconciliations, imports, importKeys, transactions } = kept;
  return {
    ...emptyState(),
    epoch: kept.epoch,
    users: byId(kept.users),
    tables: {
      accounts: byId(accounts),
      categories: byId(categories),
      budgets: byId(budgets),
      memberships: byId(memberships),
      reconciliations: new Map(reconciliations.map((row) => [row.id, { ...row, madeAt: 0 }])),
      imports: byId(imports),
      schedules: byId(kept.schedules),
      transactions: byId(transactions),
    },
    importKeys: new Map(importKeys.map((one) => [`${one.accountId} ${one.key}`, one])),
    invitations: byId(kept.invitations),
    logs: new Map(kept.logs.map(({ id, ...log }) => [id, { ...log, skipped: [], grant: '', removals: [] }])),
    ledger: new Map(kept.ledger.map(({ key, verdict }) => [key, { payload: '', verdict }])),
  };
}

/** Each history begins with an empty database. Connections stay open: one for each person on each device. */
export function realServers({ sql, createUser, connectAs }: TestDatabase) {
  const connections = new Map<string, Sql>();
  return async (clock: WorldClock, devices = 1): Promise<HistoryServer> => {
    await sql`truncate auth.users, private.account_log, private.mutation_ledger, private.invitation_mails,
      private.changes, private.devices, private.transfers, public.transaction_lines, public.transaction_details
      cascade`;
    await sql`update private.server set invitations_an_hour = 1000000, invitations_an_address = 1000000`;
    return {
      async addUser({ userId, userEmail }) {
        await createUser(userEmail, userId);
        for (let device = 0; device < devices; device++) {
          const key = `${userId} ${device}`;
          if (!connections.has(key)) connections.set(key, await connectAs(userId, userEmail));
        }
      },
      as(userId, device = 0) {
        const connection = connections.get(`${userId} ${device % devices}`);
        if (!connection) throw new Error('nobody of this id has signed up');
        return tellingTime(sqlRemote(connection), clock);
      },
      async give({ accountId, budgetId, person: { userId, userEmail }, role }) {
        await sql`delete from public.memberships
          where account_id = ${accountId} and budget_id is not distinct from ${budgetId} and user_id = ${userId}`;
        if (!role) return;
        await sql`insert into public.memberships (account_id, target, budget_id, user_id, email, role)
          select a.account_id, ${budgetId ? 'budget' : 'account'}, ${budgetId}, ${userId}, ${userEmail}, ${role}
          from public.accounts a left join public.budgets b on b.budget_id = ${budgetId}
          where a.account_id = ${accountId} and (${budgetId}::uuid is null or b.account_id = a.account_id)`;
      },
      async handOver(accountId, from, to) {
        const as = ({ userId }: typeof from) => connections.get(`${userId} 0`) ?? sql;
        try {
          await as(from)`select public.offer_ownership(${accountId}, ${to.userId})`;
          await as(to)`select public.answer_ownership(${accountId}, true)`;
          return true;
        } catch (failure) {
          if (failure instanceof postgres.PostgresError && failure.code.startsWith('PT')) return false;
          throw failure;
        }
      },
      async collectGarbage() {
        await sql`select public.collect_garbage('-1 second')`;
      },
      backUp: () => {
        throw new Error('a history with a restore is for the server in memory');
      },
      state: () => readState(sql),
    };
  };
}
