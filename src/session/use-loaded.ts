import { useLiveQuery } from 'dexie-react-hooks';
import { showToast } from '#ui/toast';
import { failureText } from './toasts/failure-text.ts';
import { isClosed } from './while-open.ts';

/**
 * The title of a failed read (specification, point 8). Without a description of its own, the toast shows the error's
 * message.
 */
export interface LoadFailure {
  title: string;
  description?: string;
}

/**
 * The result of a query of the local database, updated after each change of what it read; undefined before. A toast
 * tells when the read fails.
 */
export function useLoaded<Value>(
  query: () => Promise<Value>,
  dependencies: unknown[],
  failure: LoadFailure,
): Value | undefined {
  // Dexie follows what is read after an await only where the function itself is async.
  return useLiveQuery(async () => load(query, failure), dependencies);
}

/** The result of the query; undefined when it fails, which a toast tells. */
export async function load<Value>(query: () => Promise<Value>, failure: LoadFailure): Promise<Value | undefined> {
  try {
    return await query();
  } catch (error) {
    // The database was closed by a log-out or because the page goes away: nobody waits for the result any more.
    if (isClosed(error)) throw error;
    const description = failure.description ?? failureText(error, '');
    showToast({ title: failure.title, description, tone: 'error' });
    return undefined;
  }
}
