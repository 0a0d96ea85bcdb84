import type { Database } from '#store/database/database';
import { hasLeft, isOwned } from '#store/queries/sharing/ended-access';
import type { GivenAccess } from '#store/queries/sharing/given-access';
import * as texts from '#texts/sharing/invitation-toasts';
import { showToast } from '#ui/toast';

/** Tells which access has ended without the user's doing. */
export async function sayEnded(db: Database, ended: readonly GivenAccess[]): Promise<void> {
  for (const { id, accountId, name } of ended) {
    if ((await hasLeft(db, id)) || (await isOwned(db, accountId))) continue;
    showToast({
      title: texts.ACCESS_ENDED_TITLE,
      description: texts.accessEnded(name),
      tone: 'info',
      duration: null,
    });
  }
}
