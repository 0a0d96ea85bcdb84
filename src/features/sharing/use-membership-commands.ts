import { useMemo } from 'react';
import type { InvitedRole, MembershipRow } from '#domain/rows';
import { changeRole } from '#store/commands/sharing/membership-change-role';
import { leaveMembership } from '#store/commands/sharing/membership-leave';
import { removeMembership } from '#store/commands/sharing/membership-remove';
import * as failures from '#texts/failures';
import * as texts from '#texts/sharing/members';
import * as roles from '#texts/sharing/roles';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

/** What a user can do to members, with its toasts; `name` is the account's or budget's name. */
interface MembershipCommands {
  leave: (membership: MembershipRow, name: string) => Promise<void>;
  remove: (membership: MembershipRow, name: string) => Promise<void>;
  changeRole: (membership: MembershipRow, role: InvitedRole) => Promise<void>;
}

const LEAVE_FAILURE = { title: failures.ERROR, description: texts.LEAVE_ERROR };
const REMOVE_FAILURE = { title: failures.ERROR, description: texts.REMOVE_ERROR };
const ROLE_FAILURE = { title: failures.ERROR, description: texts.ROLE_ERROR };

export function useMembershipCommands(): MembershipCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      leave: async ({ id }, name) => {
        if (!(await orToast(LEAVE_FAILURE, () => leaveMembership(db, actor, { id })))) return;
        showToast({ title: texts.LEFT_TITLE, description: texts.left(name), tone: 'success' });
      },
      remove: async ({ id, email }, name) => {
        if (!(await orToast(REMOVE_FAILURE, () => removeMembership(db, actor, { id })))) return;
        showToast({ title: texts.REMOVED_TITLE, description: texts.removed(email, name), tone: 'success' });
      },
      changeRole: async ({ id, email }, role) => {
        if (!(await orToast(ROLE_FAILURE, () => changeRole(db, actor, { id, role })))) return;
        showToast({
          title: texts.ROLE_CHANGED_TITLE,
          description: texts.roleChanged(email, roles.NAMES[role]),
          tone: 'success',
        });
      },
    }),
    [db, actor],
  );
}
