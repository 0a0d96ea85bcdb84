/** Whether what somebody shared is gone because of the user. A separate file, because it hardly ever is. */
import type { Database } from '../../database/database.ts';

/** Whether the user has left this membership on this device. The membership disappears before the server knows. */
export async function hasLeft(db: Database, membershipId: string): Promise<boolean> {
  return (await db.outbox.where('rows').equals(['memberships', membershipId]).count()) > 0;
}

/** Whether the account is the user's own by now: its owner handed it over, which ended the membership. */
export async function isOwned(db: Database, accountId: string): Promise<boolean> {
  return (await db.accounts.get(accountId))?.ownerId === db.userId;
}
