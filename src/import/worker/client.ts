/** The screen's side of an import's worker: files are read, rows compared and written on its thread. */

import { noteAction } from '#store/actions/actions';
import { lazyPart } from '#store/actions/packed-part';
import type { ImportOutcome } from '#store/commands/imports/import-carry-out';
import type { RevertOutcome } from '#store/commands/imports/import-revert';
import type { MigrationOutcome } from '#store/commands/imports/migration-carry-out';
import type { Database } from '#store/database/database';
import { endInTime } from '#store/database/in-worker';
import { StorageFailure } from '#store/database/storage-failure';
import type { ListedImport } from '#store/queries/imports/imports';
import type { Choices } from '../read-file.ts';
import type {
  Asked,
  CarryOutRequest,
  Found,
  ImportAnswer,
  ImportRequest,
  ImportsRequest,
  LastAnswer,
  PlanEnd,
  PlanRequest,
  PreviewRow,
  ReadRequest,
  RevertRequest,
} from './messages.ts';
import type { MigrateRequest } from './migration-messages.ts';

/** The worker did not start, failed, or was closed before it answered. */
class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** `id`: the number by which it is carried out. */
export type Plan = PlanEnd & { id: number; rows: PreviewRow[] };

interface WriteControl {
  /** How many rows are done, and of how many where the caller does not know it. */
  onProgress: (done: number, all?: number) => void;
  /** Stops after the slice that is under way. */
  signal: AbortSignal;
}

/**
 * Each answer rejects with ImportError when the worker cannot give it, and what writes with StorageFailure when the
 * device's storage says why.
 */
export interface ImportReader {
  /** Reads files instead of those that were read before. `onProgress` tells how many are read. */
  read(request: Omit<ReadRequest, 'kind'>, onProgress: (files: number) => void): Promise<Found[]>;
  /** Reads a statement again, with the user's choices. */
  choose(at: number, choices: Choices): Promise<Found[]>;
  /** `onProgress` tells how many rows are planned. */
  plan(request: Omit<PlanRequest, 'kind'>, onProgress: (rows: number) => void): Promise<Plan>;
  /** Carries out a plan. What is done is in the list of actions of `db`, the page's own connection. */
  carryOut(db: Database, request: Omit<CarryOutRequest, 'kind'>, control: WriteControl): Promise<ImportOutcome>;
  /** The same with the plans of all accounts of an export. */
  migrate(db: Database, request: Omit<MigrateRequest, 'kind'>, control: WriteControl): Promise<MigrationOutcome>;
  revert(db: Database, request: Omit<RevertRequest, 'kind'>, control: WriteControl): Promise<RevertOutcome>;
  imports(request: Omit<ImportsRequest, 'kind'>): Promise<ListedImport[]>;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

/** What a request wants to hear before its last answer. */
interface Listener {
  onProgress?: (done: number, all?: number) => void;
  onRows?: (rows: PreviewRow[]) => void;
  /** Where the actions go. */
  db?: Database;
}

interface Open extends Listener {
  last: PromiseWithResolvers<LastAnswer>;
}

/** Starts the worker. */
export function openImportReader(): ImportReader {
  // The bundler finds the worker only when its address is inside the call.
  const worker = new Worker(new URL('../../import.worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const endWorker = endInTime(worker);
  const open = new Map<number, Open>();
  let newest = 0;
  let ended = false;

  const end = () => {
    ended = true;
    for (const { last } of open.values()) last.reject(new ImportError('no answer'));
    open.clear();
  };

  const take = (answer: ImportAnswer, one: Open) => {
    if (answer.kind === 'progress') return one.onProgress?.(answer.done, answer.all);
    if (answer.kind === 'rows') return one.onRows?.(answer.rows);
    if (answer.kind === 'action') return one.db && noteAction(one.db, answer.action, lazyPart(answer.part));
    open.delete(answer.id);
    one.last.resolve(answer);
  };

  worker.addEventListener('error', end);
  worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => {
    const one = open.get(data.id);
    if (one) take(data, one);
  });

  const post = (message: ImportRequest, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);

  const send = (request: Asked, listener: Listener, signal?: AbortSignal) => {
    newest += 1;
    const id = newest;
    const last = Promise.withResolvers<LastAnswer>();
    if (ended) last.reject(new ImportError('no worker'));
    else {
      open.set(id, { ...listener, last });
      post({ id, ...request }, request.kind === 'read' ? buffersOf(request) : []);
      signal?.addEventListener('abort', () => !ended && post({ id, kind: 'stop' }));
    }
    return { id, last: last.promise };
  };

  /** The last answer, when it is of this kind. */
  const expect = async <Kind extends LastAnswer['kind']>(
    kind: Kind,
    request: Asked,
    listener: Listener = {},
    signal?: AbortSignal,
  ): Promise<Extract<LastAnswer, { kind: Kind }> & { id: number }> => {
    const { id, last } = send(request, listener, signal);
    const answer = await last;
    if (isKind(answer, kind)) return { ...answer, id };
    const reason = answer.kind === 'failed' ? answer.storage : 'storage';
    if (reason === 'storage' || !listener.db) throw new ImportError('failed');
    throw new StorageFailure(reason, { userId: listener.db.userId });
  };

  return {
    read: async (request, onProgress) => (await expect('found', { kind: 'read', ...request }, { onProgress })).found,
    choose: async (at, choices) => (await expect('found', { kind: 'choose', at, choices })).found,
    plan: async (request, onProgress) => {
      const rows: PreviewRow[] = [];
      const onRows = (some: PreviewRow[]) => {
        for (const row of some) rows.push(row);
        onProgress(rows.length);
      };
      const { id, unreadable, isComplete, beside } = await expect('planned', { kind: 'plan', ...request }, { onRows });
      return { id, rows, unreadable, isComplete, beside };
    },
    carryOut: async (db, request, { onProgress, signal }) =>
      (await expect('carried-out', { kind: 'carry-out', ...request }, { onProgress, db }, signal)).outcome,
    migrate: async (db, request, { onProgress, signal }) =>
      (await expect('migrated', { kind: 'migrate', ...request }, { onProgress, db }, signal)).outcome,
    revert: async (db, request, { onProgress, signal }) =>
      (await expect('reverted', { kind: 'revert', ...request }, { onProgress, db }, signal)).outcome,
    imports: async (request) => (await expect('imports', { kind: 'imports', ...request })).imports,
    close() {
      end();
      endWorker();
    },
  };
}

function isKind<Kind extends LastAnswer['kind']>(
  answer: LastAnswer,
  kind: Kind,
): answer is Extract<LastAnswer, { kind: Kind }> {
  return answer.kind === kind;
}

/** The files' bytes go to the worker and leave the page. */
function buffersOf({ files }: ReadRequest): ArrayBuffer[] {
  return files.flatMap(({ bytes: { buffer } }) => (buffer instanceof ArrayBuffer ? buffer : []));
}
