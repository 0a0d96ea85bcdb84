import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { formatMoment } from '#domain/dates/dates';
import type { InvitationRow } from '#domain/rows';
import type { RowState } from '#store/queries/rows/row-states';
import { managedInvitations } from '#store/queries/sharing/invitations';
import * as texts from '#texts/sharing/invitations';
import * as roles from '#texts/sharing/roles';
import { Badge } from '#ui/badge';
import { Card } from '#ui/card';
import { EmptyList } from '#ui/empty-list';
import { IconButton } from '#ui/icon-button';
import { SendIcon, XIcon } from '#ui/icons';
import { Lines } from '#ui/lines';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { HandOverLink } from './hand-over-link.tsx';
import { SyncMark, useSyncMarks } from './sync-mark.tsx';
import { useInvitationCommands } from './use-invitation-commands.ts';
import { useKeepsMails } from './use-keeps-mails.ts';

/** The unanswered invitations to what the user manages. */
export function PendingInvitations() {
  const db = useDatabase();
  const titleId = useId();
  const invitations = useLoaded(() => managedInvitations(db, new Date()), [db], texts.LOAD_FAILURE);
  const keepsMails = useKeepsMails();
  const marks = useSyncMarks('invitations', invitations?.map(({ id }) => id) ?? []);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="2">
        {texts.LIST_TITLE}
      </chakra.h2>
      {invitations?.length === 0 && <EmptyList title={texts.LIST_EMPTY}>{texts.LIST_EMPTY_EXPLANATION}</EmptyList>}
      {invitations && invitations.length > 0 && (
        <Lines aria-labelledby={titleId}>
          {invitations.map((invitation) => (
            <PendingInvitation
              key={invitation.id}
              invitation={invitation}
              state={marks.get(invitation.id)}
              keepsMails={keepsMails}
            />
          ))}
        </Lines>
      )}
    </Card>
  );
}

function PendingInvitation(props: { invitation: InvitationRow; state: RowState | undefined; keepsMails: boolean }) {
  const { invitation, state, keepsMails } = props;
  const { version, email, name, role, target, targetName, expiresAt } = invitation;
  const { resend, revoke } = useInvitationCommands();
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
      <chakra.div flex="1 1 14rem" minWidth="0">
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1">
          <chakra.span fontWeight="medium" overflowWrap="anywhere">
            {email}
          </chakra.span>
          <Badge>{roles.NAMES[role]}</Badge>
          <SyncMark state={state} />
        </chakra.p>
        <chakra.p color="fg.muted" mt="0.5" overflowWrap="anywhere">
          {name && `${name} · `}
          {texts.pending(texts.TARGETS[target].name, targetName, formatMoment(expiresAt))}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" ms="auto">
        {keepsMails && <HandOverLink email={email} />}
        {version > 0 && (
          <IconButton label={texts.resendTo(email)} onClick={() => void resend(invitation)}>
            <SendIcon aria-hidden />
          </IconButton>
        )}
        <IconButton label={texts.revokeOf(email)} onClick={() => void revoke(invitation)}>
          <XIcon aria-hidden />
        </IconButton>
      </chakra.div>
    </chakra.li>
  );
}
