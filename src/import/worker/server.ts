/** The worker's side of an import: it keeps what was read and planned, and answers requests in their order. */

import { packPart } from '#store/actions/packed-part';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { revertImport } from '#store/commands/imports/import-revert';
import { carryOutMigration } from '#store/commands/imports/migration-carry-out';
import type { Database } from '#store/database/database';
import { withDatabase } from '#store/database/in-worker';
import { storageReason } from '#store/database/storage-failure';
import { readImports } from '#store/queries/imports/imports';
import type {
  CarryOutRequest,
  ImportAnswer,
  ImportRequest,
  LastAnswer,
  PlanRequest,
  PreviewRow,
  Turn,
} from './messages.ts';
import { planAsShown } from './migrate.ts';
import type { MigrateRequest } from './migration-messages.ts';
import { categoriesToMake, plannedRows, rowsToImport } from './planned-rows.ts';
import { previewRows } from './preview-rows.ts';
import { ReadFiles } from './read-files.ts';

/** So many rows go to the screen in one message, which it takes without a pause that people notice. */
const IN_ONE = 1000;

type Post = (answer: ImportAnswer) => void;

/** Returns the function that takes each message; `post` sends the answers. */
export function serveImport(post: Post): (request: ImportRequest) => Promise<void> {
  const session = new ImportSession(post);
  const stops = new Map<number, AbortController>();
  let turn: Promise<void> = Promise.resolve();

  const answer = async (request: Turn, { signal }: AbortController): Promise<void> => {
    const { id } = request;
    try {
      post({ id, ...(await session.answer(request, signal)) });
    } catch (error) {
      // The database could not be read or written, or there is no memory left: the user can only try again.
      post({ id, kind: 'failed', storage: storageReason(error) });
    } finally {
      stops.delete(id);
    }
  };

  return (request) => {
    if (request.kind === 'stop') {
      stops.get(request.id)?.abort();
      return turn;
    }
    const stop = new AbortController();
    stops.set(request.id, stop);
    turn = turn.then(() => answer(request, stop));
    return turn;
  };
}

class ImportSession {
  readonly #post: Post;
  readonly #files = new ReadFiles();
  /** Of what the plans are that the screen got last. */
  #planned: number | null = null;
  /** Those plans, by the number of the account in an export; 0 for a statement. */
  readonly #plans = new Map<number, { id: number; rows: PreviewRow[] }>();

  constructor(post: Post) {
    this.#post = post;
  }

  async answer(request: Turn, signal: AbortSignal): Promise<LastAnswer> {
    const { id } = request;
    switch (request.kind) {
      case 'read':
        this.#files.open(request, (done) => this.#post({ id, kind: 'progress', done }));
        return { kind: 'found', found: this.#files.found() };
      case 'choose':
        this.#files.choose(request);
        return { kind: 'found', found: this.#files.found() };
      case 'plan':
        return withDatabase(request.userId, (db) => this.#sendPlan(db, request));
      case 'carry-out':
        return withDatabase(request.actor.userId, (db) => this.#carryOut(db, request, signal));
      case 'migrate':
        return withDatabase(request.actor.userId, (db) => this.#migrate(db, request, signal));
      case 'revert': {
        const { actor, importId, edited } = request;
        const control = this.#control(id, signal);
        const revert = (db: Database) => revertImport(db, actor, { id: importId, edited }, control);
        return { kind: 'reverted', outcome: await withDatabase(actor.userId, revert) };
      }
      case 'imports': {
        const { userId, accountId } = request;
        return { kind: 'imports', imports: await withDatabase(userId, (db) => readImports(db, accountId)) };
      }
    }
  }

  async #sendPlan(db: Database, request: PlanRequest & { id: number }): Promise<LastAnswer> {
    const { id, at, account, accountId } = request;
    // The memory of a large plan is of no more use.
    if (this.#planned !== at) this.#plans.clear();
    else this.#plans.delete(account);
    const statement = this.#files.statement(request);
    const { rows, isComplete, beside } = await previewRows(db, accountId, statement, this.#files.lines(at));
    for (let from = 0; from < rows.length; from += IN_ONE) {
      this.#post({ id, kind: 'rows', rows: rows.slice(from, from + IN_ONE) });
    }
    this.#planned = at;
    this.#plans.set(account, { id, rows });
    return { kind: 'planned', unreadable: statement.unreadable, isComplete, beside };
  }

  async #carryOut(
    db: Database,
    {
      id,
      plan,
      actor,
      changes,
      intoNew,
      accountId,
      fileName,
      format,
      opening = null,
    }: CarryOutRequest & { id: number },
    signal: AbortSignal,
  ): Promise<LastAnswer> {
    const planned = plannedRows(this.#rowsOf(plan), changes, intoNew);
    const [rows, categories] = [rowsToImport(planned), categoriesToMake(planned)];
    const imported = { accountId, fileName, format, rows, categories, opening };
    const outcome = await carryOutImport(db, actor, imported, this.#control(id, signal));
    if (outcome.ok) this.#plans.clear();
    return { kind: 'carried-out', outcome };
  }

  async #migrate(db: Database, request: MigrateRequest & { id: number }, signal: AbortSignal): Promise<LastAnswer> {
    const { id, at, actor } = request;
    const plan = planAsShown(request, this.#files.migration(at), (number) => this.#rowsOf(number));
    const outcome = await carryOutMigration(db, actor, plan, this.#control(id, signal));
    if (outcome.ok) this.#plans.clear();
    return { kind: 'migrated', outcome };
  }

  #rowsOf(plan: number): PreviewRow[] {
    const known = [...this.#plans.values()].find(({ id }) => id === plan);
    if (!known) throw new Error('this plan is not shown any more');
    return known.rows;
  }

  #control(id: number, signal: AbortSignal) {
    return {
      signal,
      onProgress: (done: number, all?: number) =>
        this.#post({ id, kind: 'progress', done, ...(all !== undefined && { all }) }),
      note: (action: { id: string; at: string }, part: Parameters<typeof packPart>[0]) =>
        this.#post({ id, kind: 'action', action, part: packPart(part) }),
    };
  }
}
