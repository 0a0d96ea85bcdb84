/** Command `migration.carry-out`: makes what the export of another app holds, as the user has planned it. */
import { inSlices, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Operation } from '#domain/mutations/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { type Actor, commitAction } from '../commit/commit.ts';
import {
  type ImportControl,
  type ImportPlan,
  type ImportProblem,
  placeOfRowsProblem,
  TOGETHER,
} from './import-carry-out.ts';
import { chosenIn, cut, operationsIn, operationsOf, type PlannedOperation } from './import-operations.ts';
import { type MigratedBudget, makeBudgets } from './migration-budgets.ts';
import { makePlaces, type PlacedAccount, type Places } from './migration-places.ts';

export interface MigratedAccount extends PlacedAccount {
  rows: ImportPlan['rows'];
}

export interface MigrationPlan extends Pick<ImportPlan, 'fileName' | 'format'>, Places {
  accounts: readonly MigratedAccount[];
  budgets: readonly MigratedBudget[];
}

/** `left`: how many rows were not done. `budgets`: how many were made. */
export type MigrationOutcome = Outcome<
  { imports: string[]; actionId: string; done: number; left: number; budgets: number },
  never,
  ImportProblem
>;

/**
 * Accounts and categories come first. Then the rows in slices, of which none has one side of a transfer without the
 * other. At last the budgets. Done again with the same plan, it makes no account, category or row twice.
 */
export async function carryOutMigration(
  db: Database,
  actor: Actor,
  plan: MigrationPlan,
  control: ImportControl = {},
  now: Date = new Date(),
): Promise<MigrationOutcome> {
  const filled = plan.accounts.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0 && plan.budgets.length === 0) return refuseForm('empty');
  const problem = await problemOf(db, actor, plan);
  if (problem) return refuseForm(problem);
  const places = await makePlaces(db, actor, plan, now);
  if (!places.ok) return places;
  const imports = new Map(filled.map(({ id }) => [id, newId()]));
  const rows = await makeRows(db, actor, { plan, imports }, control, now);
  if (!rows.ok) return rows;
  const budgets = rows.left > 0 ? 0 : await makeBudgets(db, actor, plan.budgets, imports, now);
  return { ...rows, imports: [...imports.values()], budgets };
}

async function problemOf(db: Database, actor: Actor, { accounts }: MigrationPlan): Promise<ImportProblem | null> {
  for (const { id: accountId, made, rows } of accounts) {
    const problem = made ? null : await placeOfRowsProblem(db, actor, { accountId, rows });
    if (problem) return problem;
  }
  return null;
}

/** `imports`: the id of the import of each account. */
async function makeRows(
  db: Database,
  actor: Actor,
  { plan, imports }: { plan: MigrationPlan; imports: ReadonlyMap<string, string> },
  { onProgress, signal, note }: ImportControl,
  now: Date,
): Promise<Outcome<{ actionId: string; done: number; left: number }, never, ImportProblem>> {
  const action = newId();
  const all = plan.accounts.flatMap(({ id, rows }) =>
    operationsOf({ accountId: id, rows }, imports.get(id) ?? '', now),
  );
  let done = 0;
  const slices = slicesOf(all);
  while (slices.length > 0 && !(done > 0 && signal?.aborted)) {
    const some = slices.splice(0, done === 0 ? TOGETHER.first : TOGETHER.later);
    const [first = [], ...others] = some.map(operationsIn);
    const made = done === 0 ? importsOf(plan, imports, now) : [];
    const mutations = [[...made, ...first], ...others].map((operations) => ({ operations, apart: true }));
    const seen = some.flat().flatMap(({ row }) => row ?? []);
    const committed = await commitAction(db, actor, mutations, {
      now,
      seen,
      action,
      note,
      chosen: chosenIn(some.flat()),
    });
    if (!committed.ok && done === 0) return committed;
    if (!committed.ok) break;
    done += some.flat().length;
    onProgress?.(done);
  }
  return { ok: true, actionId: action, done, left: all.length - done };
}

/** All of them in one mutation at one time, which tells later that they are one. */
function importsOf({ fileName, format }: MigrationPlan, imports: ReadonlyMap<string, string>, now: Date): Operation[] {
  const common = { createdAt: now.toISOString(), format, fileName: cut(fileName, 'fileName') };
  return [...imports].map(([accountId, id]) => ({
    kind: 'insert',
    table: 'imports',
    row: { id, accountId, ...common },
  }));
}

/**
 * Rows of a month stand together, so each slice touches few pages. A transfer of a row that is there goes by itself:
 * the server may refuse it, because somebody has changed that row, and must not refuse other rows with it.
 */
function slicesOf(operations: readonly PlannedOperation[]): PlannedOperation[][] {
  const sorted = operations.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const linked = new Set(sorted.flatMap(({ row, transferId }) => (row ? (transferId ?? []) : [])));
  const isApart = ({ transferId }: PlannedOperation) => transferId !== null && linked.has(transferId);
  const together = sorted.filter((one) => !isApart(one));
  return [...inSlices(together, ROWS_IN_ONE.imported), ...inSlices(sorted.filter(isApart), 2)];
}
