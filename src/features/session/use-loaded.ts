import { useLiveQuery } from 'dexie-react-hooks';
import { notify } from '#ui/notices';

/** How a failed read is called (specification, point 8); without a text of its own it carries the error's message. */
export interface LoadFailure {
  title: string;
  description?: string;
}

/**
 * What a query of the local database answers, again after each change of what it read; undefined until then. When it cannot
 * be read, a notice says so.
 */
export function useLoaded<Value>(
  query: () => Promise<Value>,
  dependencies: unknown[],
  failure: LoadFailure,
): Value | undefined {
  return useLiveQuery(async () => {
    try {
      return await query();
    } catch (error) {
      // Closed because the user logged out or the page goes: nobody waits for the answer any more.
      if (error instanceof Error && error.name === 'DatabaseClosedError') throw error;
      const description = failure.description ?? (error instanceof Error ? error.message : undefined);
      notify({ title: failure.title, description, tone: 'error' });
      return undefined;
    }
  }, dependencies);
}
