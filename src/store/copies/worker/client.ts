/** The screens' side of the worker of copies. No file is written or read on the screen's own thread. */
import type { Unreadable } from '#copy/read';
import { endInTime } from '../../database/in-worker.ts';
import { StorageFailure } from '../../database/storage-failure.ts';
import type { RestorePreview } from '../restore-plan.ts';
import type {
  CopyAnswer,
  CopyRequest,
  ExportedCopy,
  ReadRequest,
  RestoreRequest,
  TableRequest,
  WrittenTable,
} from './messages.ts';

/** What a restore would do, for the screen; the worker keeps the operations. */
export interface ShownPlan extends RestorePreview {
  canAdd: boolean;
  canBringBack: boolean;
}

/** One request at a time. Each rejects with a StorageFailure when the worker cannot do it, or was closed. */
export interface CopyWorker {
  write(userId: string, passphrase: string | null): Promise<ExportedCopy>;
  writeTable(request: Omit<TableRequest, 'kind'>): Promise<WrittenTable>;
  read(request: Omit<ReadRequest, 'kind'>): Promise<{ ok: true; plan: ShownPlan } | { ok: false; why: Unreadable }>;
  /** Carries out the plan that was read last. Returns whether all is done: false after `stop`. */
  restore(
    request: Omit<RestoreRequest, 'kind'>,
    onProgress: (done: number, all: number) => void,
  ): Promise<{ isWhole: boolean }>;
  /** Ends a restore after the mutation that is under way. */
  stop(): void;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

/** Starts the worker. */
export function openCopyWorker(): CopyWorker {
  // The bundler finds the worker only when its address is inside the call.
  const worker = new Worker(new URL('../../../copy.worker.ts', import.meta.url), { type: 'module', name: 'copy' });
  const end = endInTime(worker);
  let open: PromiseWithResolvers<CopyAnswer> | null = null;
  let progress: (done: number, all: number) => void = () => {};
  let ended = false;

  const fail = () => {
    ended = true;
    open?.reject(new StorageFailure('storage'));
  };
  worker.addEventListener('error', fail);
  worker.addEventListener('message', ({ data }: MessageEvent<CopyAnswer>) => {
    if (data.kind === 'progress') progress(data.done, data.all);
    else open?.resolve(data);
  });

  const ask = async <Kind extends CopyAnswer['kind']>(
    request: CopyRequest,
    kinds: readonly Kind[],
    transfer: Transferable[] = [],
  ): Promise<Extract<CopyAnswer, { kind: Kind }>> => {
    if (ended) throw new StorageFailure('storage');
    open = Promise.withResolvers();
    worker.postMessage(request, transfer);
    const answer = await open.promise;
    if (isOf(answer, kinds)) return answer;
    throw new StorageFailure(answer.kind === 'failed' ? answer.reason : 'storage');
  };

  return {
    write: (userId, passphrase) => ask({ kind: 'export', userId, passphrase }, ['exported']),
    writeTable: (request) => ask({ kind: 'table', ...request }, ['table']),
    async read(request) {
      const answer = await ask({ kind: 'read', ...request }, ['planned', 'refused'], [request.bytes]);
      if (answer.kind === 'refused') return { ok: false, why: answer.why };
      const { preview, canAdd, canBringBack } = answer;
      return { ok: true, plan: { ...preview, canAdd, canBringBack } };
    },
    restore(request, onProgress) {
      progress = onProgress;
      return ask({ kind: 'restore', ...request }, ['restored']);
    },
    stop() {
      const request: CopyRequest = { kind: 'stop' };
      worker.postMessage(request);
    },
    close() {
      fail();
      end();
    },
  };
}

function isOf<Kind extends CopyAnswer['kind']>(
  answer: CopyAnswer,
  kinds: readonly Kind[],
): answer is Extract<CopyAnswer, { kind: Kind }> {
  return kinds.some((kind) => kind === answer.kind);
}
