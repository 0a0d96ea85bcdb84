import { chakra } from '@chakra-ui/react';
import { InviteForm, type Preselected } from './invite-form.tsx';
import { PendingInvitations } from './pending-invitations.tsx';

/** Settings, User Access: invites others, and lists the unanswered invitations. */
export function UserAccess({ preselected }: { preselected: Preselected }) {
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <InviteForm key={`${preselected.account} ${preselected.budget}`} preselected={preselected} />
      <PendingInvitations />
    </chakra.div>
  );
}
