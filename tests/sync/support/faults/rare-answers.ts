/** Strikes of what servers answer now and then, so that a test of histories knows that it came to it. */
import type { Mutation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { PullAnswer } from '../../../../sync/protocol.ts';
import { strike } from './strikes.ts';

export function strikeByVerdicts(
  mutations: readonly Pick<Mutation, 'operations'>[],
  verdicts: readonly Verdict[],
): void {
  for (const [place, { operations }] of mutations.entries()) {
    const verdict = verdicts[place];
    if (verdict?.status !== 'applied' || !verdict.notTaken || operations.length < 2) continue;
    strike('a row of many that was not taken');
    if (verdict.notTaken.some((told) => 'other' in told && told.other)) strike('a link that another row has already');
  }
}

export function strikeByPull({ scopes }: PullAnswer): void {
  const rest = scopes.some(({ more, removals }) => more && removals.length > 0);
  if (rest) strike('a tombstone in a response with more to come');
}
