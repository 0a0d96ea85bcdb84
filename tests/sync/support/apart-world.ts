/** What the contract of mutations that are decided apart begins with. */
import type { Mutation, Patch } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { type Household, numberIn, patch, pushAll } from './decisions-world.ts';

type Entered = ReturnType<typeof entered>;

export const LONG = 'x'.repeat(2001);
export const OPEN = { status: 'open', reconciliationId: null };
export const CLEARED = { status: 'cleared', reconciliationId: null };

/** Pushes one mutation that is decided apart, made so many minutes ago. */
export function pushApart(
  member: Member,
  minutes: number,
  operations: Mutation['operations'],
  more: Pick<Mutation, 'device'> = {},
): Promise<Verdict> {
  return pushAll(member, minutes, operations, { apart: true, ...more });
}

/** So many new rows of the member, and the last number among them. */
export async function rowsIn(
  member: Member,
  accountId: string,
  count: number,
  over: Parameters<typeof entered>[1] = {},
) {
  const made = Array.from({ length: count }, () => entered(accountId, over));
  const number = numberIn(await pushAll(member, 60, made), accountId);
  return { rows: made.map(({ row }) => row), seen: { accountId, number } };
}

export const described = (id: string, seen: Patch['seen'], description: string) =>
  patch(id, seen, { description: 'row 0' }, { description });
export const refused = (id: string, reason: string) => ({ id, status: 'rejected', reason });
export const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** A transfer from `home` to `shop`. */
export function sidesOf({ home, shop }: Household): [Entered, Entered] {
  const over = { category: 'Transfer', nature: 'transfer', transferId: newId() } as const;
  return [entered(home, over), entered(shop, { ...over, type: 'income' })];
}

export async function joined(
  world: ContractWorld,
  accountId: string,
  role: 'viewer' | 'member' | 'admin',
  name = 'mia',
) {
  const one = await world.signUp(name);
  await world.share({ accountId, person: one.person, role });
  return one;
}
