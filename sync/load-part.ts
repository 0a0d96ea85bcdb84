/** Modules that few devices need are loaded when they are first needed. After an update, the server has no old ones. */
import { RemoteFailure } from './remote.ts';

/**
 * Returns the module that is being loaded. Throws RemoteFailure `part_missing` when it cannot be loaded (S61f).
 * `failure` is what the module was to handle: its code and its wait still hold.
 */
export async function loadPart<T>(loading: Promise<T>, failure?: RemoteFailure): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    throw new RemoteFailure('part_missing', failure?.code ?? null, { cause, waitMs: failure?.waitMs ?? 0 });
  }
}
