/** How access levels are called, and what each may do, in a line (product-decisions, Roles). */
import type { InvitedRole, Role, Target } from '#domain/rows';

export const NAMES: Record<Role, string> = { viewer: 'Viewer', member: 'Member', admin: 'Admin', owner: 'Owner' };

/** What somebody with this role may do. */
export const SUMMARIES: Record<Target, Record<InvitedRole, string>> = {
  account: {
    viewer: 'Sees everything in the account, changes nothing.',
    member: 'Adds transactions and changes their own.',
    admin: 'Changes everything and invites others; cannot delete the account.',
  },
  budget: {
    viewer: 'Sees what the budget covers and contributes income.',
    member: 'Sees what the budget covers and contributes income.',
    admin: 'Contributes income and expenses, and invites others to the budget.',
  },
};
