import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { formatMoment } from '#domain/dates/dates';
import type { InvitationRow } from '#domain/rows';
import { waitingCalls } from '#store/queries/entries/waiting-calls';
import { receivedInvitations } from '#store/queries/sharing/invitations';
import * as texts from '#texts/sharing/invitations';
import * as roles from '#texts/sharing/roles';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { Lines } from '#ui/lines';
import { useActor, useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { SyncMark } from './sync-mark.tsx';
import { useInvitationCommands } from './use-invitation-commands.ts';

/**
 * Invitations to the signed-in user, and accepted ones that the server does not know of yet. With `hideEmpty` it shows
 * nothing where there are none.
 */
export function ReceivedInvitations({ hideEmpty = false }: { hideEmpty?: boolean }) {
  const db = useDatabase();
  const { email } = useActor();
  const titleId = useId();
  const known = useLoaded(
    async () => ({
      invitations: await receivedInvitations(db, email, new Date()),
      accepted: (await waitingCalls(db)).filter(({ name }) => name === 'invitation.accept'),
    }),
    [db, email],
    texts.LOAD_FAILURE,
  );
  const count = known && known.invitations.length + known.accepted.length;
  if (hideEmpty && !count) return null;
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="2">
        {texts.LIST_TITLE}
      </chakra.h2>
      {count === 0 && <chakra.p color="fg.muted">{texts.LIST_EMPTY}</chakra.p>}
      {known && count !== 0 && (
        <Lines aria-labelledby={titleId}>
          {known.invitations.map((invitation) => (
            <ReceivedInvitation key={invitation.id} invitation={invitation} />
          ))}
          {known.accepted.map(({ mutationId, invitation }) => (
            <InvitationLine
              key={mutationId}
              invitation={invitation}
              mark={<SyncMark state="waiting" />}
              note={texts.ACCEPTED_NOTE}
            />
          ))}
        </Lines>
      )}
    </Card>
  );
}

function ReceivedInvitation({ invitation }: { invitation: InvitationRow }) {
  const { accept, decline } = useInvitationCommands();
  const { role, target, targetName, expiresAt } = invitation;
  return (
    <InvitationLine invitation={invitation} note={texts.offer(roles.SUMMARIES[target][role], formatMoment(expiresAt))}>
      <Button variant="outline" aria-label={texts.declineTo(targetName)} onClick={() => void decline(invitation)}>
        {texts.DECLINE}
      </Button>
      <Button aria-label={texts.acceptTo(targetName)} onClick={() => void accept(invitation)}>
        {texts.ACCEPT}
      </Button>
    </InvitationLine>
  );
}

function InvitationLine(props: { invitation: InvitationRow; mark?: ReactNode; note: string; children?: ReactNode }) {
  const { invitation, mark, note, children } = props;
  const { role, target, targetName, invitedByEmail } = invitation;
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div flex="1 1 16rem" minWidth="0">
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1">
          <chakra.span fontWeight="medium" overflowWrap="anywhere">
            {targetName}
          </chakra.span>
          <Badge>{roles.NAMES[role]}</Badge>
          {mark}
        </chakra.p>
        <chakra.p color="fg.muted" mt="0.5" overflowWrap="anywhere">
          {texts.invitedBy(texts.TARGETS[target].name, invitedByEmail)}
        </chakra.p>
        <chakra.p color="fg.muted" fontSize="xs" mt="0.5">
          {note}
        </chakra.p>
      </chakra.div>
      {children && (
        <chakra.div
          display="flex"
          gap="2"
          flex={{ base: '1 1 auto', sm: '0 0 auto' }}
          css={{ '& > *': { flexGrow: 1 } }}
        >
          {children}
        </chakra.div>
      )}
    </chakra.li>
  );
}
