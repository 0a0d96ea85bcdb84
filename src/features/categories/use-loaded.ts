import { useLiveQuery } from 'dexie-react-hooks';
import { notify } from '#ui/notices';

/**
 * What a query of the local database answers, again after each change of what it read; undefined until then. When it cannot
 * be read, a notice says so.
 */
export function useLoaded<Value>(
  query: () => Promise<Value>,
  dependencies: unknown[],
  failure: { title: string; description: string },
): Value | undefined {
  return useLiveQuery(async () => {
    try {
      return await query();
    } catch (error) {
      // Closed because the user logged out or the page goes: nobody waits for the answer any more.
      if (error instanceof Error && error.name === 'DatabaseClosedError') throw error;
      notify({ ...failure, tone: 'error' });
      return undefined;
    }
  }, dependencies);
}
