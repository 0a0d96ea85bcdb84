/** The screen's side of an import's worker. Nothing of a file is read on the screen's own thread. */
import type { Choices } from '../read-file.ts';
import type {
  ChooseRequest,
  Found,
  ImportAnswer,
  ImportRequest,
  PlanEnd,
  PlanRequest,
  PreviewRow,
  ReadRequest,
} from './messages.ts';

/** The worker did not start, failed, or was closed before it answered. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export type Plan = PlanEnd & { rows: PreviewRow[] };

/** Each answer rejects with ImportError when the worker cannot give it. */
export interface ImportReader {
  /** Reads files instead of those that were read before. `onProgress` tells how many are read. */
  read(request: Omit<ReadRequest, 'kind'>, onProgress: (files: number) => void): Promise<Found[]>;
  /** Reads a statement again, with the user's choices. */
  choose(at: number, choices: Choices): Promise<Found[]>;
  /** `onProgress` tells how many rows are planned. */
  plan(request: Omit<PlanRequest, 'kind'>, onProgress: (rows: number) => void): Promise<Plan>;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

interface Open {
  onProgress: (done: number) => void;
  rows: PreviewRow[];
  found: PromiseWithResolvers<Found[]>;
  plan: PromiseWithResolvers<Plan>;
}

/** Starts the worker. */
export function openImportReader(): ImportReader {
  // The bundler finds the worker only when its address is inside the call.
  const worker = new Worker(new URL('../../import.worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const open = new Map<number, Open>();
  let last = 0;
  let ended = false;

  const fail = ({ found, plan }: Open) => {
    for (const pending of [found, plan]) pending.reject(new ImportError('no answer'));
  };
  const end = () => {
    ended = true;
    for (const one of open.values()) fail(one);
    open.clear();
  };

  const take = (answer: ImportAnswer, one: Open) => {
    if (answer.kind === 'progress') return one.onProgress(answer.done);
    if (answer.kind === 'rows') {
      one.rows = one.rows.concat(answer.rows);
      return one.onProgress(one.rows.length);
    }
    open.delete(answer.id);
    if (answer.kind === 'found') one.found.resolve(answer.found);
    else if (answer.kind === 'failed') fail(one);
    else one.plan.resolve({ rows: one.rows, unreadable: answer.unreadable, isComplete: answer.isComplete });
  };

  worker.addEventListener('error', end);
  worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => {
    const one = open.get(data.id);
    if (one) take(data, one);
  });

  const send = (request: ReadRequest | ChooseRequest | PlanRequest, onProgress: (done: number) => void): Open => {
    const one: Open = { onProgress, rows: [], found: Promise.withResolvers(), plan: Promise.withResolvers() };
    // Only one of the two is waited for.
    for (const { promise } of [one.found, one.plan]) promise.catch(() => {});
    if (ended) fail(one);
    else {
      last += 1;
      open.set(last, one);
      const message: ImportRequest = { id: last, ...request };
      worker.postMessage(message);
    }
    return one;
  };

  return {
    read: (request, onProgress) => send({ kind: 'read', ...request }, onProgress).found.promise,
    choose: (at, choices) => send({ kind: 'choose', at, choices }, () => {}).found.promise,
    plan: (request, onProgress) => send({ kind: 'plan', ...request }, onProgress).plan.promise,
    close() {
      end();
      worker.terminate();
    },
  };
}
