/**
 * Command `import.carry-out`: makes and links the rows of a file with their new categories, and corrects the opening
 * balance, as the user has planned it.
 */
import { inSlices, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Insert, Operation } from '#domain/mutations/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { ImportFormat } from '#domain/rows';
import { can, canSetStatus } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { correctOpening, type OpeningCorrection } from '../accounts/opening-correct.ts';
import { type Actor, type CommandProblem, commitAction, type NoteAction } from '../commit/commit.ts';
import type { MadeCategory } from '../commit/missing-categories.ts';
import { placesTaken } from '../schedules/places-taken.ts';
import { categoriesOfImport } from './import-categories.ts';
import { correctFormer } from './import-former.ts';
import {
  chosenIn,
  cut,
  dateOf,
  linkOf,
  momentsOfDays,
  operationOf,
  operationsIn,
  originOf,
  type PlannedOperation,
} from './import-operations.ts';
import type { LinkedRow, NewRow } from './import-rows.ts';
import { linkImportedSides } from './import-sides.ts';
import { bringInTogether } from './import-together.ts';

export type { MadeCategory } from '../commit/missing-categories.ts';
export type { Correction, LinkedRow, NewRow } from './import-rows.ts';

export interface ImportPlan {
  accountId: string;
  fileName: string;
  format: ImportFormat;
  rows: readonly (NewRow | LinkedRow)[];
  /** Those that rows have and that the account does not offer. One that is there is not made again. */
  categories?: readonly MadeCategory[];
  /** What the opening balance of the account becomes, when all rows are in. */
  opening?: Omit<OpeningCorrection, 'accountId'> | null;
}

export interface ImportControl {
  /** Called after each slice with the number of rows that are in the account. */
  onProgress?: (done: number) => void;
  /** Stops the import after the slice that is under way. What is done stays, and can be reverted. */
  signal?: AbortSignal;
  /** Takes the parts of the action, where another thread has the list of actions. */
  note?: NoteAction;
}

/** `empty`: the plan has no rows. */
export type ImportProblem = CommandProblem | 'empty';

/**
 * `left`: how many rows were not done, because the user stopped it or a linked row is gone. `apart`: how many came in
 * without becoming a side, because the other side is gone, has changed, or may not be changed any more. `opening`: what
 * became of its correction; null without one, or when the import was stopped before.
 */
export type ImportOutcome = Outcome<
  {
    importId: string;
    actionId: string;
    done: number;
    left: number;
    apart: number;
    opening: 'corrected' | 'failed' | null;
  },
  never,
  ImportProblem
>;

/**
 * Mutations that are written together, and shown then. The first is shown by itself. More in one transaction of the
 * database cost less together, because its months are read and written once. But whoever reads waits for its end.
 */
export const TOGETHER = { first: 1, later: 4 };

/** What comes before the rows of the first slice: its categories in a mutation of their own, and the import. */
function beginsWith(categories: Insert[], row: Extract<Insert, { table: 'imports' }>['row']) {
  const made: Operation[] = [{ kind: 'insert', table: 'imports', row }];
  return { categories: categories.length > 0 ? [{ operations: categories }] : [], made };
}

/** Before the rows of a later one comes nothing. */
const GOES_ON = { categories: [], made: [] };

/** Refused as a whole when the user may not add to the account, or not change a row that they link. */
export async function carryOutImport(
  db: Database,
  actor: Actor,
  plan: ImportPlan,
  { onProgress, signal, note }: ImportControl = {},
  now: Date = new Date(),
): Promise<ImportOutcome> {
  if (plan.rows.length === 0) return refuseForm('empty');
  const problem = await placeOfRowsProblem(db, actor, plan);
  if (problem) return refuseForm(problem);
  const [importId, action] = [newId(), newId()];
  const { accountId, format } = plan;
  const row = {
    id: importId,
    createdAt: now.toISOString(),
    accountId,
    format,
    fileName: cut(plan.fileName, 'fileName'),
  };
  const { inserts, nameOf } = await categoriesOfImport(db, accountId, plan.categories, now);
  // Rows of a month stand together, so each slice touches few pages.
  const order = plan.rows.map((one) => named(one, nameOf)).sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const madeAt = momentsOfDays(plan.rows, now);
  let [done, apart] = [0, 0];
  while (done < order.length && !(done > 0 && signal?.aborted)) {
    // The operations of all rows at once would take several times the memory of the rows.
    const rows = order.slice(done, done + ROWS_IN_ONE.imported * (done === 0 ? TOGETHER.first : TOGETHER.later));
    const planned = rows.map((one) => operationOf(one, { accountId, importId, madeAt }));
    const slice = await inTheirPlaces(db, accountId, planned);
    const { categories, made } = done === 0 ? beginsWith(inserts, row) : GOES_ON;
    const seen = slice.flatMap(({ row: linked }) => linked ?? []);
    const [some = [], ...others] = inSlices(slice, ROWS_IN_ONE.imported).map(operationsIn);
    const ofRows = [[...made, ...some], ...others].map((operations) => ({ operations, apart: true }));
    const mutations = [...categories, ...ofRows];
    const committed = await bringInTogether(db, slice, note, async (noted) => {
      const options = { now, action, note: noted };
      const rowsIn = await commitAction(db, actor, mutations, { ...options, seen, chosen: chosenIn(slice) });
      if (!rowsIn.ok) return rowsIn;
      const corrected = await correctFormer(db, actor, slice, (row) => linkOf(row, originOf(row, importId)), options);
      if (!corrected.ok) return corrected;
      return { ...rowsIn, apart: await linkImportedSides(db, actor, slice, options) };
    });
    if (!committed.ok && done === 0) return committed;
    if (!committed.ok) break;
    apart += committed.apart;
    done += slice.length;
    onProgress?.(done);
  }
  const left = order.length - done;
  const opening = left === 0 ? await withOpening(db, actor, plan, { now, action, note }) : null;
  return { ok: true, importId, actionId: action, done, left, apart, opening };
}

/** The same with the places of occurrences that new rows take. */
async function inTheirPlaces(
  db: Database,
  accountId: string,
  planned: readonly PlannedOperation[],
): Promise<PlannedOperation[]> {
  const made = planned.flatMap(({ operation: one }) =>
    one.kind === 'insert' && one.table === 'transactions' ? [one.row] : [],
  );
  const places = new Map((await placesTaken(db, accountId, made)).map((one) => [one.id, one]));
  return planned.map((one) => ('row' in one.operation ? { ...one, place: places.get(one.operation.row.id) } : one));
}

/** The row with its category under the name that the account has for it. */
function named(one: NewRow | LinkedRow, nameOf: (category: MadeCategory) => string): NewRow | LinkedRow {
  if (one.kind === 'link') return one;
  const { type, category: name } = one.fields;
  const category = nameOf({ type, name });
  return category === name ? one : { ...one, fields: { ...one.fields, category } };
}

/** What became of the correction of the opening balance; null without one. */
async function withOpening(
  db: Database,
  actor: Actor,
  { accountId, opening }: ImportPlan,
  options: Parameters<typeof correctOpening>[3],
): Promise<'corrected' | 'failed' | null> {
  if (!opening) return null;
  const corrected = await correctOpening(db, actor, { accountId, ...opening }, options);
  return corrected.ok ? 'corrected' : 'failed';
}

/** Whether the user may add these rows to the account, and change those that they link. */
export async function placeOfRowsProblem(
  db: Database,
  actor: Actor,
  { accountId, rows }: Pick<ImportPlan, 'accountId' | 'rows'>,
): Promise<CommandProblem | null> {
  const access = await readAccess(db, actor.userId, { accountId });
  if (access.account === null) return 'not_found';
  const linked = rows.flatMap((one) => (one.kind === 'link' ? one.row : []));
  const mayLink = linked.every((row) => row.accountId === accountId && canSetStatus(access, row, actor.userId));
  return can(access.account, 'transaction.add') && mayLink ? null : 'forbidden';
}
