import { type People, peopleOf, type ShareTarget } from '#store/queries/sharing/members';
import * as texts from '#texts/sharing/members';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';

/** Who joined the target and who is invited to it; undefined until the first read. */
export function usePeople({ accountId, budgetId }: ShareTarget): People | undefined {
  const db = useDatabase();
  return useLoaded(
    () => peopleOf(db, { accountId, budgetId }, new Date()),
    [db, accountId, budgetId],
    texts.LOAD_FAILURE,
  );
}
