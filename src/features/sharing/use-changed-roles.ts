import { useEffect } from 'react';
import type { GivenAccess } from '#store/queries/sharing/given-access';
import { useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { sayChangedRoles } from './changed-roles.ts';

/**
 * Tells that somebody has changed the user's role, also when the change came while no page was open. Without it, the
 * first that they hear of it is a button that is gone, or a refusal.
 */
export function useChangedRoles(given: readonly GivenAccess[] | undefined): void {
  const db = useDatabase();
  useEffect(() => {
    if (given && given.length > 0) void whileOpen(() => sayChangedRoles(db, given));
  }, [db, given]);
}
