/** The wire schemas of a release, as its own devices have them (tests/releases/<version>/wire). */
import { join } from 'node:path';
import type * as v from 'valibot';
import type { InvitationDraft } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { folderOf } from './released-data.ts';

type Reads<Value> = v.GenericSchema<unknown, Value>;

interface Scope {
  scope: string;
  reset: boolean;
  cursor: unknown;
  head: number;
  floor: number;
  removals: unknown[];
  transactions: { id: string; category: string }[];
}
export interface Pulled {
  epoch: string;
  scopes: Scope[];
}

interface Protocol {
  PROTOCOL_VERSION: number;
  PullAnswer: Reads<Pulled>;
  PushAnswer: Reads<{ verdicts: Verdict[] }>;
  Heads: Reads<Record<string, number>>;
}

/** A release has its own schemas of these, which need not be today's. */
export interface Wire extends Protocol {
  Sums: Reads<Record<string, { transactions: number }>>;
  Verdict: Reads<Verdict>;
  InvitationDraft: Reads<InvitationDraft>;
}

export async function wireOf(release: string): Promise<Wire> {
  const file = (name: string) => join(folderOf(release), 'wire', `${name}.ts`);
  const protocol: Protocol = await import(file('protocol'));
  const { Sums }: Pick<Wire, 'Sums'> = await import(file('sums'));
  const { Verdict }: Pick<Wire, 'Verdict'> = await import(file('verdicts'));
  const { InvitationDraft }: Pick<Wire, 'InvitationDraft'> = await import(file('operations'));
  const { PROTOCOL_VERSION, PullAnswer, PushAnswer, Heads } = protocol;
  return { PROTOCOL_VERSION, PullAnswer, PushAnswer, Heads, Sums, Verdict, InvitationDraft };
}
