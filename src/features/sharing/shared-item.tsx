import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { type Access, canInvite } from '#domain/sharing/roles';
import type { ShareTarget } from '#store/queries/sharing/members';
import * as actions from '#texts/actions';
import * as handOver from '#texts/sharing/hand-over';
import * as texts from '#texts/sharing/members';
import * as roles from '#texts/sharing/roles';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { dialogOnDemand } from '#ui/on-demand';
import { useActor, useSession } from '../../session/session.ts';
import { InvitedPeople } from './invited-people.tsx';
import { useMembershipCommands } from './use-membership-commands.ts';
import { usePeople } from './use-people.ts';

const HandOverDialog = dialogOnDemand(() => import('../sign-in-settings/hand-over-dialog.tsx'));

interface SharedItemProps {
  target: ShareTarget;
  name: string;
  access: Access;
  /** Preselects the target in User Access. */
  inviteTo: { account: string } | { budget: string };
  /** One line about the account or budget. */
  children: ReactNode;
}

/**
 * An account or budget with its people and the link to invite others. Its members can leave it, and an owner can hand
 * an account over to one of them.
 */
export function SharedItem({ target, name, access, inviteTo, children }: SharedItemProps) {
  const { userId } = useActor();
  const { leave } = useMembershipCommands();
  const [leaving, setLeaving] = useState(false);
  const { demo = false } = useSession();
  const [handingOver, setHandingOver] = useState(false);
  const { joined = [] } = usePeople(target) ?? {};
  const own = joined.find((member) => member.userId === userId);
  // The server keeps offers, so the demo has none.
  const mayHandOver = access.account === 'owner' && target.budgetId === null && joined.length > 0 && !demo;
  const role = access.account ?? access.budget;
  return (
    <li>
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3" mb="2">
        <chakra.div flex="1 1 12rem" minWidth="0">
          <chakra.h3 fontSize="sm" display="flex" flexWrap="wrap" alignItems="center" gap="2">
            <chakra.span overflowWrap="anywhere">{name}</chakra.span>
            {role && <Badge>{roles.NAMES[role]}</Badge>}
          </chakra.h3>
          <chakra.p color="fg.muted" mt="0.5">
            {children}
          </chakra.p>
        </chakra.div>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {mayHandOver && (
            <Button
              variant="outline"
              size="sm"
              aria-label={handOver.handOver(name)}
              onClick={() => setHandingOver(true)}
            >
              {handOver.HAND_OVER}
            </Button>
          )}
          {canInvite(access) && (
            <Button asChild variant="outline" size="sm">
              <Link to="/settings" search={{ tab: 'userAccess', ...inviteTo }} aria-label={texts.inviteTo(name)}>
                {actions.INVITE_USERS}
              </Link>
            </Button>
          )}
          {own && (
            <Button variant="outline" size="sm" aria-label={texts.leave(name)} onClick={() => setLeaving(true)}>
              {texts.LEAVE}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
      <InvitedPeople target={target} name={name} access={access} empty={texts.NOBODY} />
      {handingOver && (
        <Suspense>
          <HandOverDialog accountId={target.accountId} name={name} onClose={() => setHandingOver(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={leaving}
        title={texts.leaveQuestion(name)}
        confirmLabel={texts.LEAVE}
        onCancel={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          if (own) void leave(own, name);
        }}
      >
        {texts.LEAVE_EXPLANATION}
      </ConfirmDialog>
    </li>
  );
}
