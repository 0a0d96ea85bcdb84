import { noteRoles } from '#store/commands/roles-note';
import type { Database } from '#store/database/database';
import type { GivenAccess } from '#store/queries/sharing/given-access';
import * as texts from '#texts/sharing/changed-roles';
import { showToast } from '#ui/toast';

/** Tells which of the user's roles others have changed, and what each may do. */
export async function sayChangedRoles(db: Database, given: readonly GivenAccess[]): Promise<void> {
  for (const { name, role, target } of await noteRoles(db, given)) {
    showToast({
      title: texts.TITLE,
      description: texts.changed(name, role, target),
      tone: 'info',
      duration: null,
    });
  }
}
