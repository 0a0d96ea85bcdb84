/** Command `roles.note`: the user hears of a role that others have changed, once on each device. */
import * as v from 'valibot';
import { Id, InvitedRole } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import type { GivenAccess } from '../queries/sharing/given-access.ts';

/** The roles that the user knows of, by the ids of the memberships. */
// Readers of the clock's keys get what is stored between them, so this one stands after them.
const KEY = 'told-roles';
const KnownRoles = v.record(Id, InvitedRole);

/** Notes the roles. Returns the access whose role is another one than the user knew: of several tabs, in one only. */
export async function noteRoles(db: Database, given: readonly GivenAccess[]): Promise<GivenAccess[]> {
  return db.transaction('rw', db.meta, async () => {
    const known = (await readMeta(db, KEY, KnownRoles)) ?? {};
    const isSame = given.length === Object.keys(known).length && given.every(({ id, role }) => known[id] === role);
    if (isSame) return [];
    await writeMeta(db, KEY, Object.fromEntries(given.map(({ id, role }) => [id, role])));
    return given.filter(({ id, role }) => known[id] !== undefined && known[id] !== role);
  });
}
