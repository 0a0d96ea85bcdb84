import { chakra } from '@chakra-ui/react';
import type { Target } from '#domain/rows';
import { AccessManagement } from './access-management.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';

/** Settings, Manage Access: what the user was invited to, and who has access to what they have. */
export function ManageAccess({ first }: { first: Target }) {
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <ReceivedInvitations />
      <AccessManagement key={first} first={first} />
    </chakra.div>
  );
}
