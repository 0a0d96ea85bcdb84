/** An account changes hands, while its owner and the member who takes it are online. */
import type { State } from '../fake/state.ts';
import { strike } from '../faults/strikes.ts';
import { PEOPLE } from '../people.ts';
import type { Person } from '../simulated-device.ts';
import { pick } from './choice.ts';
import type { Stage } from './stage.ts';

export async function handOver(world: Stage, { a, b }: { a: number; b: number }): Promise<void> {
  const { server, witness, accounts } = world;
  const { tables } = await server.state();
  const accountId = pick(
    accounts.filter((id) => tables.accounts.has(id)),
    a,
  );
  const from = personOf(tables.accounts.get(accountId ?? '')?.ownerId);
  if (accountId === undefined || !from) return;
  const to = pick(membersOf(tables, accountId), b);
  if (!to || !(await server.handOver(accountId, from, to))) return;
  strike('an account that was handed over');
  const { epoch, logs } = await server.state();
  witness.chronicle.handedOver({ accountId, to: to.userId }, { epoch, number: logs.get(accountId)?.version ?? 0 });
}

/** Those who have the whole account, in the same order on every server. */
function membersOf({ memberships }: State['tables'], accountId: string): Person[] {
  const whole = [...memberships.values()].filter((one) => one.accountId === accountId && one.budgetId === null);
  return PEOPLE.filter(({ userId }) => whole.some((one) => one.userId === userId));
}

function personOf(userId: string | undefined): Person | undefined {
  return PEOPLE.find((person) => person.userId === userId);
}
