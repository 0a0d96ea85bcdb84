/** What PostgreSQL did for a call: the plans of its statements, and of those in its functions, with numbers of rows. */
import type { Sql, TransactionSql } from 'postgres';
import * as v from 'valibot';
import type { TestDatabase } from './backend.ts';

const count = v.optional(v.number(), 0);
const PlanNode = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'CTE Name': v.optional(v.string()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': count,
  'Rows Removed by Join Filter': count,
  'Rows Removed by Index Recheck': count,
  'Shared Hit Blocks': count,
  'Shared Read Blocks': count,
  Plans: v.optional(v.array(v.unknown()), []),
});
const Logged = v.object({ 'Query Text': v.string(), Plan: v.unknown() });

/**
 * A node of a plan. `rows`: those it looked at, in all of its loops. `blocks`: what it and the nodes below it read.
 * `relation`: the table that it reads, or the index where it reads nothing else.
 */
export type Work = { rows: number; blocks: number; node: string; relation: string | undefined; statement: string };

export type PlanWatcher = {
  sql: Sql;
  /** Does `work` with the rights of this user. It stays, and so do its plans. */
  act(userId: string, work: (sql: TransactionSql) => Promise<unknown>): Promise<void>;
  /** Does `work` with the rights of this user, tells all that it cost, and takes it back. */
  watch(userId: string, work: (sql: TransactionSql) => Promise<unknown>): Promise<Work[]>;
};

/** A connection, which keeps its plans as any other one does, with auto_explain. */
export async function watchPlans(database: TestDatabase): Promise<PlanWatcher> {
  const notices: string[] = [];
  const sql = database.connectAsSuperuser((message) => notices.push(message));
  await sql`load 'auto_explain'`;
  const takeBack = new Error('Nothing of it stays.');
  const as = async (userId: string, transaction: TransactionSql) => {
    const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
    await transaction`
      select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
  };
  return {
    sql,
    async act(userId, work) {
      await sql.begin(async (transaction) => {
        await as(userId, transaction);
        await work(transaction);
      });
    },
    async watch(userId, work) {
      await sql
        .begin(async (transaction) => {
          await transaction.unsafe(settings);
          await as(userId, transaction);
          notices.length = 0;
          await work(transaction);
          throw takeBack;
        })
        .catch((error: unknown) => {
          if (error !== takeBack) throw error;
        });
      return notices.filter((notice) => notice.startsWith('duration:')).flatMap(readPlan);
    },
  };
}

const settings = `
  set local auto_explain.log_analyze = on;
  set local auto_explain.log_timing = off;
  set local auto_explain.log_buffers = on;
  set local auto_explain.log_nested_statements = on;
  set local auto_explain.log_format = json;
  set local auto_explain.log_level = notice;
  set local auto_explain.log_min_duration = 0`;

/** One notice for each statement: how long it took, and its plan. */
function readPlan(notice: string): Work[] {
  const logged = v.parse(Logged, JSON.parse(notice.slice(notice.indexOf('{'))));
  return nodesOf(logged.Plan).map((node) => ({
    ...node,
    statement: logged['Query Text'].replaceAll(/\s+/g, ' ').trim(),
  }));
}

function nodesOf(plan: unknown): Omit<Work, 'statement'>[] {
  const node = v.parse(PlanNode, plan);
  const rows =
    node['Actual Rows'] +
    node['Rows Removed by Filter'] +
    node['Rows Removed by Join Filter'] +
    node['Rows Removed by Index Recheck'];
  const names = [node['Node Type'], node['Relation Name'], node['Index Name'], node['CTE Name']];
  return [
    {
      rows: rows * node['Actual Loops'],
      blocks: node['Shared Hit Blocks'] + node['Shared Read Blocks'],
      node: names.filter(Boolean).join(' '),
      relation: node['Relation Name'] ?? node['Index Name'],
    },
    ...node.Plans.flatMap(nodesOf),
  ];
}
