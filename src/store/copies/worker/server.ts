/** The worker's side of copies: it writes files, reads one, keeps the plan, and carries it out. */
import { readCopy } from '#copy/read';
import { writeCopy } from '#copy/write';
import { transactionsCsv } from '#domain/transactions/transactions-csv';
import { restoreCopy } from '../../commands/copy-restore.ts';
import { withDatabase } from '../../database/in-worker.ts';
import { storageReason } from '../../database/storage-failure.ts';
import { readEverything } from '../../queries/copies/everything.ts';
import { findTransactions } from '../../queries/search/found-transactions.ts';
import { planRestore, type RestorePlan } from '../restore-plan.ts';
import type { CopyAnswer, CopyRequest, ExportRequest, ReadRequest, RestoreRequest, TableRequest } from './messages.ts';

/** Returns the function that takes each message; `post` sends the answers. */
export function serveCopies(post: (answer: CopyAnswer) => void): (request: CopyRequest) => Promise<void> {
  let plan: RestorePlan | null = null;
  let stopper = new AbortController();

  const read = async ({ actor, bytes, passphrase }: ReadRequest): Promise<CopyAnswer> => {
    plan = null;
    const { ok, ...reading } = await readCopy(new TextDecoder().decode(bytes), passphrase ?? undefined);
    if (!('copy' in reading)) return { kind: 'refused', why: reading };
    const made = await withDatabase(actor.userId, (db) => planRestore(db, reading.copy, actor.email));
    plan = made;
    const { added, deleted, ...preview } = made;
    return { kind: 'planned', preview, canAdd: added.length > 0, canBringBack: deleted.length > 0 };
  };

  const restore = async ({ actor, withDeleted }: RestoreRequest): Promise<CopyAnswer> => {
    const chosen = plan;
    if (!chosen) throw new Error('no file was read');
    stopper = new AbortController();
    const { signal } = stopper;
    const onProgress = (done: number, all: number) => post({ kind: 'progress', done, all });
    const isWhole = await withDatabase(actor.userId, (db) =>
      restoreCopy(db, actor, chosen, { withDeleted, onProgress, signal }),
    );
    return { kind: 'restored', isWhole };
  };

  const answer = (request: Exclude<CopyRequest, { kind: 'stop' }>): Promise<CopyAnswer> => {
    if (request.kind === 'export') return write(request);
    if (request.kind === 'table') return writeTable(request);
    return request.kind === 'read' ? read(request) : restore(request);
  };

  return async (request) => {
    if (request.kind === 'stop') return stopper.abort();
    try {
      post(await answer(request));
    } catch (error) {
      post({ kind: 'failed', reason: storageReason(error) });
    }
  };
}

async function write({ userId, passphrase }: ExportRequest): Promise<CopyAnswer> {
  const copy = await withDatabase(userId, (db) => readEverything(db));
  const parts: string[] = [];
  for await (const part of writeCopy(copy, passphrase ?? undefined)) parts.push(part);
  const { exportedAt, complete } = copy;
  return { kind: 'exported', file: new Blob(parts, { type: 'application/json' }), exportedAt, complete };
}

async function writeTable({ userId, query, words, elsewhere }: TableRequest): Promise<CopyAnswer> {
  const { found, complete } = await withDatabase(userId, (db) => findTransactions(db, query, elsewhere));
  return {
    kind: 'table',
    file: new Blob([transactionsCsv(found, words)], { type: 'text/csv;charset=utf-8' }),
    complete,
  };
}
