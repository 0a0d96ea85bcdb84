/** What both sides of a transfer share is written to both or to neither, so what stands against one keeps both. */
import { leaveOpen } from './believed.ts';
import { type Case, type Deeds, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { isHereAlready } from './keys.ts';
import { expectationOf } from './patches.ts';
import { isDeletionDue } from './removals.ts';
import { type Answer, fieldOf } from './rows.ts';
import { expectedOfUndo, isUndo } from './undo.ts';
import { isShared, wishesOf } from './wishes.ts';

const SHARED = ['amount', 'type', 'category', 'lines', 'nature', 'transferId'];

/** What is left to be judged: the other side of a row of a file that need not be linked stays as it is (S70b). */
export function withoutLostSides(rows: readonly Deeds[], given: Case): Deeds[] {
  const linked = rows.filter(([{ operation }]) => operation.kind === 'patch' && operation.key !== undefined);
  const lost = new Map(linked.map(([deed]) => [nameOf(deed), isHereAlready(deed, given)] as const));
  return rows.flatMap((deeds): Deeds[] => {
    const [deed] = deeds;
    const { operation } = deed;
    const answer = lost.get(nameOf(deed)) ?? 'no';
    if (operation.kind !== 'patch' || nameOf(deed) === null || operation.key !== undefined || answer === 'no')
      return [deeds];
    const row = given.believed.rows.get(operation.id);
    if (answer === 'either' && row) leaveOpen(given.believed, row);
    const rest = Object.entries(operation.after).filter(([field]) => !SHARED.includes(field));
    return row && rest.length > 0 ? [[{ ...deed, operation: { ...operation, after: Object.fromEntries(rest) } }]] : [];
  });
}

/** The transfer of which the deed makes a side. */
function nameOf({ operation }: Deed): unknown {
  return operation.kind === 'patch' ? (operation.after.transferId ?? null) : null;
}

/** By row: whether what it shares with the other side has to be written, for the sides that the mutation names both. */
export function decidedTogether(rows: Iterable<Deeds>, given: Case): Map<string, Answer> {
  const sides = Map.groupBy(
    [...rows].filter(([deed]) => writesShared(deed)),
    ([deed]) => transferOf(deed, given),
  );
  const together = new Map<string, Answer>();
  for (const [transferId, both] of sides) {
    if (transferId === null || both.length < 2) continue;
    const answers = both.map((deeds) => expectedOf(deeds, given));
    const answer = answers.includes('no') ? 'no' : answers.every((one) => one === 'yes') ? 'yes' : 'either';
    for (const [deed] of both) together.set(idIn(deed.operation) ?? '', answer);
  }
  return together;
}

function writesShared({ operation }: Deed): boolean {
  if (operation.kind === 'patch') return Object.keys(operation.after).some((one) => SHARED.includes(one));
  return operation.kind === 'delete' || (operation.kind === 'restore' && operation.undo === true);
}

function transferOf({ operation }: Deed, { believed }: Case): unknown {
  if (operation.kind === 'call') return null;
  const named = operation.kind === 'patch' ? (operation.after.transferId ?? operation.before.transferId) : null;
  const id = 'row' in operation ? operation.row.id : operation.id;
  const row = believed.rows.get(id) ?? believed.removed.get(id)?.row;
  return named ?? (row ? fieldOf(row, 'transferId') : null);
}

function expectedOf(deeds: Deeds, given: Case): Answer {
  const [deed] = deeds;
  const row = given.believed.rows.get(idIn(deed.operation) ?? '');
  if (!row) return 'either';
  if (deed.operation.kind === 'delete' && !isUndo(deed)) return isDeletionDue(row, deed);
  if (deed.operation.kind !== 'patch') return 'either';
  const answers = wishesOf(row, deeds)
    .filter(isShared)
    .map((wish) => (isUndo(deed) ? expectedOfUndo(row, wish, given) : expectationOf(row, wish, deeds, given)));
  if (answers.includes('no')) return 'no';
  return answers.every((one) => one === 'yes') ? 'yes' : 'either';
}
