import { type People, peopleOf, type ShareTarget } from '#store/queries/members';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';

const FAILURE = { title: 'Failed to load users', description: 'There was an error loading who has access.' };

/** Who joined the target, and who is invited to it; undefined until they were first read. */
export function usePeople({ accountId, budgetId }: ShareTarget): People | undefined {
  const db = useDatabase();
  return useLoaded(() => peopleOf(db, { accountId, budgetId }, new Date()), [db, accountId, budgetId], FAILURE);
}
