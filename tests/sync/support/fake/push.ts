/** `sync_push` in memory: its limits, the ledger, and one verdict for each mutation. */
import type { SentMutation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import type { Verdict } from '#domain/mutations/verdicts';
import { RemoteFailure } from '../../../../sync/remote.ts';
import { decideApart } from './apart.ts';
import { carryOut, decide, rejected } from './carry-out.ts';
import type { State } from './state.ts';
import { weightOf } from './weight.ts';
import { Work } from './work.ts';

/** A push that is refused as a whole leaves nothing. */
export function push(state: State, userId: string, mutations: SentMutation[], now: string): Verdict[] {
  checkSize(state, userId, mutations);
  const works: Work[] = [];
  const fresh = new Map<string, { mutation: SentMutation; verdict: Verdict }>();
  const verdicts = mutations.map((mutation) => {
    const key = `${userId} ${mutation.id}`;
    // This leaves out editedAt, because a device may have measured its clock again meanwhile.
    const payload = JSON.stringify(mutation.operations);
    const known = state.ledger.get(key);
    if (known)
      return isOther(known, { ...mutation, payload }) ? rejected(mutation.id, 'payload_mismatch') : known.verdict;
    const { device, number } = mutation;
    const numbered = device !== undefined && number !== undefined ? { device, number } : undefined;
    if (numbered && numbered.number <= (state.devices.get(`${userId} ${device}`) ?? 0)) {
      // Nobody knows any more whether it was done (S52b).
      return rejected(mutation.id, 'forgotten');
    }
    const verdict = verdictOn(state, userId, mutation, () => {
      const work = new Work(state, userId, mutation, now);
      works.push(work);
      return work;
    });
    state.ledger.set(key, { payload, verdict, ...(numbered && { numbered }) });
    fresh.set(key, { mutation, verdict });
    return verdict;
  });
  if (!isTooHeavy([...fresh.values()])) return verdicts;
  for (const work of works.reverse()) work.takeBack();
  for (const key of fresh.keys()) state.ledger.delete(key);
  throw tooMuch();
}

/** Whether the mutation is not the one that was decided. If it is, the first verdict stays (S3). */
function isOther(
  known: { payload: string; verdict: Verdict },
  { payload, apart }: Pick<SentMutation, 'apart'> & { payload: string },
) {
  // An app that reads no list would take all rows as taken (S71e).
  const isPartial = known.verdict.status === 'applied' && known.verdict.notTaken !== undefined;
  return known.payload !== payload || (isPartial && !apart);
}

function verdictOn(state: State, userId: string, mutation: SentMutation, begin: () => Work): Verdict {
  if (isTooLarge(state, userId, mutation)) return rejected(mutation.id, 'invalid');
  if (mutation.apart) return decideApart(mutation, begin);
  const work = begin();
  return decide(work, mutation.id, () => carryOut(work, mutation.operations));
}

/** A device halves a batch that is refused so; a single mutation gets a verdict instead. */
function checkSize(state: State, userId: string, mutations: readonly SentMutation[]) {
  if (mutations.length > PUSH_LIMITS.mutations) throw tooMuch();
  if (mutations.length > 1 && weightOf(state, userId, mutations) > PUSH_LIMITS.operationsInAll) throw tooMuch();
}

/** More than any device makes: in operations or, with a rename or the end of an account among others, in rows. */
function isTooLarge(state: State, userId: string, mutation: SentMutation): boolean {
  const { operations } = mutation;
  if (operations.length > PUSH_LIMITS.operations) return true;
  const isHeavy = operations.some(
    (one) => (one.kind === 'call' && 'from' in one.arguments) || (one.kind === 'delete' && one.table === 'accounts'),
  );
  return operations.length > 1 && isHeavy && weightOf(state, userId, [mutation]) > PUSH_LIMITS.operationsInAll;
}

/** A refused row costs several attempts, so it weighs double. */
function isTooHeavy(decided: readonly { mutation: SentMutation; verdict: Verdict }[]): boolean {
  const untaken = decided.flatMap(({ verdict }) => (verdict.status === 'applied' ? (verdict.notTaken ?? []) : []));
  const refused = untaken.filter(({ status }) => status === 'rejected').length;
  return (
    decided.length > 1 &&
    decided.reduce((sum, { mutation }) => sum + mutation.operations.length, refused) > PUSH_LIMITS.operationsInAll
  );
}

function tooMuch(): RemoteFailure {
  return new RemoteFailure('server', 'PT413');
}
