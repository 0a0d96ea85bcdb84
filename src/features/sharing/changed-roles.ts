import { noteRoles } from '#store/commands/roles-note';
import type { Database } from '#store/database/database';
import type { GivenAccess } from '#store/queries/sharing/given-access';
import * as texts from '#texts/sharing/changed-roles';
import { showToast } from '#ui/toast';

/** By membership: takes away what was last said of its role. */
const said = new Map<string, () => void>();

/** Tells which of the user's roles others have changed, and what each may do. What was said before goes. */
export async function sayChangedRoles(db: Database, given: readonly GivenAccess[]): Promise<void> {
  for (const { id, name, role, target } of await noteRoles(db, given)) {
    said.get(id)?.();
    const takeAway = showToast({
      title: texts.TITLE,
      description: texts.changed(name, role, target),
      tone: 'info',
      duration: null,
    });
    said.set(id, takeAway);
  }
}
