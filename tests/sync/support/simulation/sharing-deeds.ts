/** Deeds between people: invitations and memberships. */
import type { Operation } from '#domain/mutations/operations';
import type { MembershipRow } from '#domain/rows';
import { PEOPLE } from '../people.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, type Deed, pick } from './choice.ts';
import type { Stage } from './stage.ts';

const ROLES = ['viewer', 'member', 'admin'] as const;

export function isSharing(deed: Deed): boolean {
  return deed.startsWith('invitation.') || deed.startsWith('membership.');
}

export async function doSharing(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  const operation = await operationOf(world, device, choice);
  if (!operation) return;
  const left = await whoLeaves(device, operation);
  await world.commit(device, async () => ({ operations: [operation] }));
  if (left) world.witness.book.shutOut(left);
}

/** The user who has no access any more after it. Their devices drop what they have of the account. */
async function whoLeaves({ db }: SimulatedDevice, operation: Operation): Promise<string | undefined> {
  if (operation.kind !== 'call') return undefined;
  if (operation.name !== 'membership.leave' && operation.name !== 'membership.remove') return undefined;
  return (await db.memberships.get(operation.arguments.id))?.userId;
}

async function operationOf(
  world: Stage,
  { db, person, now }: SimulatedDevice,
  { deed, a, b }: Choice,
): Promise<Operation | undefined> {
  const invitation = pick(await db.invitations.orderBy('id').toArray(), a);
  // Their ids are the server's own; a history must choose the same one on every server.
  const memberships = (await db.memberships.toArray()).sort((one, other) => (place(one) < place(other) ? -1 : 1));
  const membership = pick(memberships, a);
  const own = pick(
    memberships.filter((one) => one.userId === person.userId),
    a,
  );
  switch (deed) {
    case 'invitation.send': {
      const accounts = (await db.accounts.orderBy('id').toArray()).map(({ id }) => ({
        target: 'account' as const,
        id,
      }));
      const budgets = (await db.budgets.orderBy('id').toArray()).map(({ id }) => ({ target: 'budget' as const, id }));
      const target = pick([...accounts, ...budgets], a);
      const invited = pick(PEOPLE, b);
      if (!target || !invited) return undefined;
      const draft = {
        id: world.newId(),
        email: invited.userEmail,
        name: '',
        role: pick(ROLES, a + b) ?? 'viewer',
        target: target.target,
        targetId: target.id,
        createdAt: new Date(now()).toISOString(),
      };
      return { kind: 'call', name: deed, arguments: draft };
    }
    case 'invitation.resend':
      return (
        invitation && {
          kind: 'call',
          name: deed,
          arguments: { id: invitation.id, resentAt: new Date(now()).toISOString() },
        }
      );
    case 'invitation.accept':
    case 'invitation.decline':
    case 'invitation.revoke':
      return invitation && { kind: 'call', name: deed, arguments: { id: invitation.id } };
    case 'membership.leave':
      return own && { kind: 'call', name: deed, arguments: { id: own.id } };
    case 'membership.remove':
      return membership && { kind: 'call', name: deed, arguments: { id: membership.id } };
    case 'membership.change_role':
      return (
        membership && { kind: 'call', name: deed, arguments: { id: membership.id, role: pick(ROLES, b) ?? 'viewer' } }
      );
    default:
      return undefined;
  }
}

function place({ accountId, budgetId, userId }: MembershipRow): string {
  return `${accountId} ${budgetId ?? ''} ${userId}`;
}
