import { chakra } from '@chakra-ui/react';
import type { Target } from '#domain/rows';
import { AccessManagement } from './access-management.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';

/** Settings, Manage Access: the user's own invitations, and who has access to the user's accounts and budgets. */
export function ManageAccess({ first }: { first: Target }) {
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <ReceivedInvitations />
      <AccessManagement key={first} first={first} />
    </chakra.div>
  );
}
