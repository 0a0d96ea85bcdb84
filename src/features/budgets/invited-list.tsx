import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { BudgetRow, InvitedRole } from '#domain/rows';
import { budgetPeople } from '#store/queries/budgets';
import { useDatabase } from '../session/session.tsx';

const ROLES: Record<InvitedRole, string> = { viewer: 'Viewer', member: 'Member', admin: 'Admin' };

interface Person {
  id: string;
  email: string;
  name: string;
  role: InvitedRole;
}

/** Who has been invited to a budget, and whether they have joined. */
export function InvitedList({ budget }: { budget: BudgetRow }) {
  const db = useDatabase();
  const people = useLiveQuery(() => budgetPeople(db, budget), [db, budget]);
  if (!people) return null;
  const { joined, pending } = people;
  if (joined.length + pending.length === 0) {
    return <chakra.p color="fg.muted">No users have been invited to this budget.</chakra.p>;
  }
  return (
    <chakra.ul listStyle="none" aria-label="Invited users" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
      {joined.map((person) => (
        <InvitedPerson key={person.id} person={person} state="Joined" />
      ))}
      {pending.map((person) => (
        <InvitedPerson key={person.id} person={person} state="Pending" />
      ))}
    </chakra.ul>
  );
}

function InvitedPerson({ person, state }: { person: Person; state: 'Joined' | 'Pending' }) {
  const { email, name, role } = person;
  return (
    <chakra.li display="flex" alignItems="center" gap="3" py="2" borderColor="line">
      <chakra.div flex="1" minWidth="0">
        <chakra.p overflowWrap="anywhere">{email}</chakra.p>
        <chakra.p color="fg.muted" fontSize="xs">
          {name ? `${name} · ${ROLES[role]}` : ROLES[role]}
        </chakra.p>
      </chakra.div>
      <chakra.span
        fontSize="xs"
        fontWeight="medium"
        px="2"
        py="0.5"
        borderRadius="full"
        bg={state === 'Joined' ? 'accent.soft' : 'sunken'}
        color={state === 'Joined' ? 'accent' : 'fg.muted'}
      >
        {state}
      </chakra.span>
    </chakra.li>
  );
}
