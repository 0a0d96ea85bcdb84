/** What keeps the user from what an entry does, as this device knows it now. */

import type { ReconciliationRow } from '#domain/rows';
import type { Obstacle } from '#domain/sharing/roles';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { readAccess } from '#store/queries/accounts/access';
import type { EntrySubject } from '#store/queries/rows/entry-subject';
import { obstacleIn, placeOf } from './entry-obstacle.ts';

export interface Allowed {
  /** Null where nothing does. */
  obstacle: Obstacle | null;
  /** The statement to which the row belongs now. */
  statement: ReconciliationRow | null;
}

export async function readAllowed(
  db: Database,
  { operations }: Pick<OutboxEntry, 'operations'>,
  subject: EntrySubject,
): Promise<Allowed> {
  const id = subject.current?.reconciliationId;
  const [access, statement] = await Promise.all([
    readAccess(db, db.userId, placeOf(subject)),
    typeof id === 'string' ? db.reconciliations.get(id) : undefined,
  ]);
  const obstacle = obstacleIn(subject, access, db.userId);
  // Of several, the server may take the others.
  const isOfOthers = obstacle === 'reconciled' && operations.length > 1;
  return { obstacle: isOfOthers ? null : obstacle, statement: statement ?? null };
}
