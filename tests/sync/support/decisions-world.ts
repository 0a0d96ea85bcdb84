/** What the contract of the server's decisions begins with: Anna's account, which Ben administers, and her entry. */
import { newCategory } from '#domain/books/new-categories';
import type { Notice } from '#domain/mutations/notices';
import type { Delete, Mutation, Patch, Seen } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import { PROTOCOL_VERSION, type PullAnswer } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { makeAccount } from './people.ts';

export interface Household {
  anna: Member;
  ben: Member;
  home: string;
  /** Another account of both. */
  shop: string;
  /** Anna's entry in `home`: 1.00 for Food. */
  id: string;
  /** What both have seen: the entry's version in the log of `home`. */
  seen: Seen;
}

type Named = Partial<Omit<Mutation, 'operations'>>;

/** Pushes one mutation, made so many minutes ago, and returns its verdict. */
export async function push(
  member: Member,
  minutes: number,
  operation: Mutation['operations'][number],
  more: Named = {},
): Promise<Verdict> {
  return pushAll(member, minutes, [operation], more);
}

/** The same, with several operations in the mutation. */
export async function pushAll(
  { person, remote }: Member,
  minutes: number,
  operations: Mutation['operations'],
  more: Named = {},
): Promise<Verdict> {
  const editedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  const { verdicts } = await remote.push(person.userId, [{ id: newId(), editedAt, ...more, operations }]);
  const [verdict] = verdicts;
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

export async function begin(world: ContractWorld): Promise<Household> {
  const [anna, ben] = [await world.signUp('anna'), await world.signUp('ben')];
  const [home, shop] = [newId(), newId()];
  for (const account of [home, shop]) {
    await push(anna, 90, makeAccount(account, anna.person));
    await world.share({ accountId: account, person: ben.person, role: 'admin' });
  }
  for (const name of ['Food', 'Home']) {
    const row = { ...newCategory(home, 'expense', name, new Date().toISOString()), id: newId() };
    await push(anna, 90, { kind: 'insert', table: 'categories', row });
  }
  const insert = entered(home);
  const verdict = await push(anna, 90, insert);
  return { anna, ben, home, shop, id: insert.row.id, seen: { accountId: home, number: numberIn(verdict, home) } };
}

export function numberIn(verdict: Verdict, accountId: string): number {
  if (verdict.status === 'rejected') throw new Error(`rejected: ${verdict.reason}`);
  return verdict.versions[accountId] ?? 0;
}

type Values = Patch['after'];

export function patch(id: string, seen: Patch['seen'], before: Values, after: Values): Patch {
  return { kind: 'patch', table: 'transactions', id, seen, before, after };
}

/** The patch of an entry of 1.00. A device names the whole group. */
export function amount(id: string, seen: Patch['seen'], cents: number): Patch {
  return patch(id, seen, { amount: 100, type: 'expense' }, { amount: cents, type: 'expense' });
}

/** The patch that splits an entry of 1.00. */
export function halve(id: string, seen: Patch['seen']): Patch {
  const lines = ['Food', 'Home'].map((category) => ({ id: newId(), category, cents: 50, note: '' }));
  const whole = { amount: 100, type: 'expense', category: 'Food', lines: null };
  return patch(id, seen, whole, { ...whole, category: 'Split', lines });
}

export function remove(id: string, seen?: Seen): Delete {
  return { kind: 'delete', table: 'transactions', id, ...(seen && { seen }) };
}

export async function pull({ person, remote }: Member): Promise<PullAnswer> {
  return remote.pull(person.userId, { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} }, 1000);
}

/** The transaction as the member sees it. */
export async function stored(member: Member, id: string): Promise<TransactionRow | undefined> {
  const { scopes } = await pull(member);
  return scopes.flatMap(({ transactions }) => transactions).find((row) => row.id === id);
}

export async function notices(member: Member): Promise<Notice[]> {
  return (await pull(member)).notices;
}

/** The restore of an entry, with the fields that its author saw. */
export function restoreOf({ version, userId, userEmail, ...row }: TransactionRow) {
  return { kind: 'restore', table: 'transactions', row } as const;
}
