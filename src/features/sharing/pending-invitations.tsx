import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { formatMoment } from '#domain/dates';
import type { InvitationRow } from '#domain/rows';
import { managedInvitations } from '#store/queries/invitations';
import type { RowState } from '#store/queries/row-states';
import { Card } from '#ui/card';
import { IconButton } from '#ui/icon-button';
import { SendIcon, XIcon } from '#ui/icons';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { Badge } from './badge.tsx';
import { LOAD_FAILURE } from './invitation-wording.ts';
import { Lines } from './lines.tsx';
import { ROLE_NAMES, TARGET_NAMES } from './role-wording.ts';
import { SyncMark, useSyncMarks } from './sync-mark.tsx';
import { useInvitationCommands } from './use-invitation-commands.ts';

/** The invitations to what the user manages that nobody has answered yet. */
export function PendingInvitations() {
  const db = useDatabase();
  const titleId = useId();
  const invitations = useLoaded(() => managedInvitations(db, new Date()), [db], LOAD_FAILURE);
  const marks = useSyncMarks('invitations', invitations?.map(({ id }) => id) ?? []);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="2">
        Pending Invitations
      </chakra.h2>
      {invitations?.length === 0 && <chakra.p color="fg.muted">No pending invitations.</chakra.p>}
      {invitations && invitations.length > 0 && (
        <Lines aria-labelledby={titleId}>
          {invitations.map((invitation) => (
            <PendingInvitation key={invitation.id} invitation={invitation} state={marks.get(invitation.id)} />
          ))}
        </Lines>
      )}
    </Card>
  );
}

function PendingInvitation({ invitation, state }: { invitation: InvitationRow; state: RowState | undefined }) {
  const { version, email, name, role, target, targetName, expiresAt } = invitation;
  const { resend, revoke } = useInvitationCommands();
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
      <chakra.div flex="1 1 14rem" minWidth="0">
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1">
          <chakra.span fontWeight="medium" overflowWrap="anywhere">
            {email}
          </chakra.span>
          <Badge>{ROLE_NAMES[role]}</Badge>
          <SyncMark state={state} />
        </chakra.p>
        <chakra.p color="fg.muted" mt="0.5" overflowWrap="anywhere">
          {name && `${name} · `}
          {TARGET_NAMES[target]} {targetName} · until {formatMoment(expiresAt)}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" ms="auto">
        {version > 0 && (
          <IconButton label={`Resend invitation to ${email}`} onClick={() => void resend(invitation)}>
            <SendIcon aria-hidden />
          </IconButton>
        )}
        <IconButton label={`Revoke invitation of ${email}`} onClick={() => void revoke(invitation)}>
          <XIcon aria-hidden />
        </IconButton>
      </chakra.div>
    </chakra.li>
  );
}
