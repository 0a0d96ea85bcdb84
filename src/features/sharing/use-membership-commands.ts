import { useMemo } from 'react';
import type { InvitedRole, MembershipRow } from '#domain/rows';
import { changeRole } from '#store/commands/membership-change-role';
import { leaveMembership } from '#store/commands/membership-leave';
import { removeMembership } from '#store/commands/membership-remove';
import { notify } from '#ui/notices';
import { orNotice } from '../accounts/command-notice.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import { ROLE_NAMES } from './role-wording.ts';

/** What a user does to members, with its notices; `name` is that of the account or budget. */
export interface MembershipCommands {
  leave: (membership: MembershipRow, name: string) => Promise<void>;
  remove: (membership: MembershipRow, name: string) => Promise<void>;
  changeRole: (membership: MembershipRow, role: InvitedRole) => Promise<void>;
}

const LEAVE_FAILURE = { title: 'Error', fallback: 'Failed to leave.' };
const REMOVE_FAILURE = { title: 'Error', fallback: 'Failed to remove the member.' };
const ROLE_FAILURE = { title: 'Error', fallback: 'Failed to change the role.' };

export function useMembershipCommands(): MembershipCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      leave: async ({ id }, name) => {
        if (!(await orNotice(LEAVE_FAILURE, () => leaveMembership(db, actor, { id })))) return;
        notify({ title: 'Left successfully', description: `You have left ${name}.`, tone: 'success' });
      },
      remove: async ({ id, email }, name) => {
        if (!(await orNotice(REMOVE_FAILURE, () => removeMembership(db, actor, { id })))) return;
        notify({ title: 'Member removed', description: `${email} no longer has access to ${name}.`, tone: 'success' });
      },
      changeRole: async ({ id, email }, role) => {
        if (!(await orNotice(ROLE_FAILURE, () => changeRole(db, actor, { id, role })))) return;
        notify({ title: 'Access level changed', description: `${email}: ${ROLE_NAMES[role]}.`, tone: 'success' });
      },
    }),
    [db, actor],
  );
}
