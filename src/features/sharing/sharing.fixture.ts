/** Rows for tests of the sharing screens: what others share with Anna, as a pull would bring it. */
import type { InvitationRow, InvitedRole, MembershipRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import { ANNA as AUTHOR, accountRow, idOf, invitationRow, membershipRow } from '#store/database/rows.fixture';

export const BEN = idOf(900);
/** Ben's account. */
export const TRIP = idOf(70);
/** Tests of screens use the real clock, so their invitations must not expire. */
const NEVER = '9999-12-31T00:00:00.000Z';

/** Shares Ben's account with Anna (or the user of the database) in this role. Returns the membership. */
export async function shareTrip(db: Database, role: InvitedRole): Promise<MembershipRow> {
  const owner = { ownerId: BEN, ownerEmail: 'ben@example.org' };
  await db.accounts.put(accountRow({ id: TRIP, name: 'Trip', ...owner, createdAt: '2026-02-01T00:00:00.000Z' }));
  await db.cursors.put({ scope: `account:${TRIP}`, accountId: TRIP, role, version: 1, grantId: 'grant', before: null });
  const own = membershipRow(71, { accountId: TRIP, userId: db.userId, email: AUTHOR.userEmail, name: '', role });
  await db.memberships.put(own);
  return own;
}

/** Ben invites Anna to his account. */
export function invitedByBen(over: Partial<InvitationRow> = {}): InvitationRow {
  const from = { invitedBy: BEN, invitedByEmail: 'ben@example.org', email: AUTHOR.userEmail };
  return invitationRow(72, { ...from, accountId: TRIP, targetName: 'Trip', expiresAt: NEVER, ...over });
}

/** Anna's account; Ben has joined it as a member, and Cara is invited as a viewer. */
export async function shareHousehold(db: Database): Promise<void> {
  await db.accounts.put(accountRow({ name: 'Household' }));
  await db.memberships.put(membershipRow(1));
  await db.invitations.put(invitationRow(2, { targetName: 'Household', expiresAt: NEVER }));
}
