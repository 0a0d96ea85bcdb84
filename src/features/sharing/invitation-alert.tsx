import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { InvitationRow } from '#domain/rows';
import * as texts from '#texts/sharing/invitation-alert';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';

/** Shows who invites the user, with a link to accept or decline. Empty without an invitation. */
export function InvitationAlert({ invitations }: { invitations: readonly InvitationRow[] }) {
  const [newest] = invitations;
  if (!newest) return null;
  const count = invitations.length;
  return (
    <Alert tone="info">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="3" overflowWrap="anywhere">
        <span>{count === 1 ? texts.invites(newest.invitedByEmail, newest.targetName) : texts.severalWait(count)}</span>
        <Button asChild variant="plain" size="inline">
          <Link to="/settings" search={{ tab: 'manageAccess' }}>
            {texts.see(count)}
          </Link>
        </Button>
      </chakra.p>
    </Alert>
  );
}
