import { chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import type { MembershipRow } from '#domain/rows';
import { type Access, canManageMember, grantableRoles } from '#domain/sharing/roles';
import type { RowState } from '#store/queries/rows/row-states';
import type { ShareTarget } from '#store/queries/sharing/members';
import * as texts from '#texts/sharing/members';
import * as roles from '#texts/sharing/roles';
import { Badge } from '#ui/badge';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { IconButton } from '#ui/icon-button';
import { XIcon } from '#ui/icons';
import { Lines } from '#ui/lines';
import { useActor } from '../../session/session.ts';
import { CompactSelect } from './compact-select.tsx';
import { SyncMark, useSyncMarks } from './sync-mark.tsx';
import { useMembershipCommands } from './use-membership-commands.ts';
import { usePeople } from './use-people.ts';

interface InvitedPeopleProps {
  target: ShareTarget;
  /** The name of the account or budget. */
  name: string;
  /** The text for an empty list, if any. */
  empty?: string;
  /** The user's roles there, when the list allows managing members. Without it, the list is read-only. */
  access?: Access;
}

/**
 * Who joined an account or a budget and who is invited to it, with the owner of an account first. A user who manages
 * access gets the actions, too. While there is only the owner, the list counts as empty.
 */
export function InvitedPeople({ target, name, empty, access }: InvitedPeopleProps) {
  const people = usePeople(target);
  const { userId, email: ownEmail } = useActor();
  const { changeRole, remove } = useMembershipCommands();
  const [leaving, setLeaving] = useState<MembershipRow | null>(null);
  const joined = useSyncMarks('memberships', people?.joined.map(({ id }) => id) ?? []);
  const pending = useSyncMarks('invitations', people?.pending.map(({ id }) => id) ?? []);
  if (!people) return null;
  if (people.joined.length + people.pending.length === 0)
    return empty ? <chakra.p color="fg.muted">{empty}</chakra.p> : null;
  const isOwner = people.owner?.userId === userId;
  const ownerEmail = people.owner?.email ?? (isOwner ? ownEmail : null);
  return (
    <>
      <Lines aria-label={texts.peopleOf(name)}>
        {ownerEmail && (
          <PersonLine person={{ email: ownerEmail, name: '' }} isYou={isOwner} state={undefined}>
            <Badge>{roles.NAMES.owner}</Badge>
          </PersonLine>
        )}
        {people.joined.map((member) => {
          const isManaged = access !== undefined && canManageMember(access, member, userId);
          return (
            <PersonLine key={member.id} person={member} isYou={member.userId === userId} state={joined.get(member.id)}>
              {isManaged ? (
                <CompactSelect
                  label={texts.roleOf(member.email)}
                  value={member.role}
                  options={grantableRoles(access).map((role) => ({ value: role, label: roles.NAMES[role] }))}
                  onChange={(role) => void changeRole(member, role)}
                />
              ) : (
                <Badge>{roles.NAMES[member.role]}</Badge>
              )}
              <Badge tone="accent">{texts.JOINED}</Badge>
              {isManaged && (
                <IconButton label={texts.remove(member.email)} ms="auto" onClick={() => setLeaving(member)}>
                  <XIcon aria-hidden />
                </IconButton>
              )}
            </PersonLine>
          );
        })}
        {people.pending.map((invitation) => (
          <PersonLine key={invitation.id} person={invitation} state={pending.get(invitation.id)}>
            <Badge>{roles.NAMES[invitation.role]}</Badge>
            <Badge>{texts.PENDING}</Badge>
          </PersonLine>
        ))}
      </Lines>
      <ConfirmDialog
        open={leaving !== null}
        title={texts.removeQuestion(leaving?.email ?? '')}
        confirmLabel={texts.REMOVE}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) void remove(leaving, name);
          setLeaving(null);
        }}
      >
        {texts.removeExplanation(name)}
      </ConfirmDialog>
    </>
  );
}

/** E-mail and name. `children` are beside them, or below when there is no room. */
function PersonLine(props: {
  person: { email: string; name: string };
  isYou?: boolean;
  state: RowState | undefined;
  children: ReactNode;
}) {
  const { person, isYou = false, state, children } = props;
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="3"
      rowGap="1.5"
    >
      <chakra.div flex="1 1 16rem" minWidth="0">
        <chakra.p display="flex" alignItems="center" gap="1.5">
          <chakra.span overflowWrap="anywhere">{person.email}</chakra.span>
          {isYou && <chakra.span color="fg.muted">{texts.YOU}</chakra.span>}
          <SyncMark state={state} />
        </chakra.p>
        {person.name && (
          <chakra.p color="fg.muted" fontSize="xs" overflowWrap="anywhere">
            {person.name}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap="2" flex={{ base: '1 1 auto', sm: '0 0 auto' }}>
        {children}
      </chakra.div>
    </chakra.li>
  );
}
