import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { AccountRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { InvitedPeople } from '../../features/sharing/invited-people.tsx';
import { usePeople } from '../../features/sharing/use-people.ts';

/** Who is invited to an account, and the link to manage that. Empty while only the user has the account. */
export function AccountPeople({ account }: { account: AccountRow }) {
  const titleId = useId();
  const target = { accountId: account.id, budgetId: null };
  const people = usePeople(target);
  if (!people || people.joined.length + people.pending.length === 0) return null;
  return (
    <Card aria-labelledby={titleId}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" mb="1.5">
        <chakra.h2 id={titleId} fontSize="md">
          {terms.INVITED_USERS}
        </chakra.h2>
        <Button asChild variant="plain" size="inline">
          <Link to="/settings" search={{ tab: 'manageAccess', account: account.id }}>
            {actions.MANAGE_ACCESS}
          </Link>
        </Button>
      </chakra.div>
      <InvitedPeople target={target} name={account.name} empty={texts.NO_INVITED_USERS} />
    </Card>
  );
}
