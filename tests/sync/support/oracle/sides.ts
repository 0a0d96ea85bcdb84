/**
 * What both sides of a transfer share is written to both or to neither (S65f), so what stands against one keeps both.
 */
import { leaveOpen } from './believed.ts';
import { type Case, type Deeds, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { hasKey, isHereAlready } from './keys.ts';
import { expectationOf } from './patches.ts';
import { isDeletionDue } from './removals.ts';
import { type Answer, fieldOf, isUncertain, type Row } from './rows.ts';
import { expectedOfUndo, isUndo } from './undo.ts';
import { isShared, SHARED_FIELDS, wishesOf } from './wishes.ts';

/**
 * What is left to be judged. The other side of a row of a file that need not be linked stays as it is (S70b), and so do
 * two rows that are sides of one transfer already (S70d).
 */
export function withoutLostSides(rows: readonly Deeds[], given: Case): Deeds[] {
  const links = Map.groupBy(rows, ([deed]) => nameOf(deed));
  const answers = new Map([...links].map(([name, sides]) => [name, linkAnswers(sides, given)] as const));
  return rows.flatMap((deeds): Deeds[] => {
    const { isLost, areSides } = answers.get(nameOf(deeds[0])) ?? NEITHER;
    const isKeyed = hasNamedKey(deeds);
    const row = given.believed.rows.get(idIn(deeds[0].operation) ?? '');
    if (row && (areSides === 'either' || (isLost === 'either' && !isKeyed))) leaveOpen(given.believed, row);
    if (areSides === 'yes') return [];
    return isKeyed || isLost === 'no' ? [deeds] : withoutShared(deeds, row);
  });
}

function withoutShared([deed]: Deeds, row: Row | undefined): Deeds[] {
  const { operation } = deed;
  if (operation.kind !== 'patch') return [[deed]];
  const rest = Object.entries(operation.after).filter(([field]) => !SHARED_FIELDS.includes(field));
  return row && rest.length > 0 ? [[{ ...deed, operation: { ...operation, after: Object.fromEntries(rest) } }]] : [];
}

function hasNamedKey([{ operation }]: Deeds): boolean {
  return operation.kind === 'patch' && operation.key !== undefined;
}

interface LinkAnswers {
  /** Whether the row of a file need not be linked. */
  isLost: Answer;
  /** Whether the two rows are sides of one transfer already, and the key is that of the one. */
  areSides: Answer;
}

const NEITHER: LinkAnswers = { isLost: 'no', areSides: 'no' };

function linkAnswers(sides: readonly Deeds[], given: Case): LinkAnswers {
  const { believed } = given;
  const [link] = sides.find(hasNamedKey) ?? [];
  if (!link || nameOf(link) === null) return NEITHER;
  const ids = sides.map(([{ operation }]) => idIn(operation) ?? '');
  if (believed.open.has(idIn(link.operation) ?? '')) return { ...NEITHER, isLost: 'either' };
  if (ids.some((id) => believed.open.has(id))) return { isLost: isHereAlready(link, given), areSides: 'either' };
  const names = ids.flatMap((id) => believed.rows.get(id) ?? []).map((row) => fieldOf(row, 'transferId'));
  const isOne = names.length > 1 && names.every((one) => one !== null && (one === names[0] || isUncertain(one)));
  const areSides = !isOne || !hasKey(link, believed) ? 'no' : names.some(isUncertain) ? 'either' : 'yes';
  return { isLost: isHereAlready(link, given), areSides };
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
  if (operation.kind === 'patch') return Object.keys(operation.after).some((one) => SHARED_FIELDS.includes(one));
  return operation.kind === 'delete' || (operation.kind === 'restore' && operation.undo === true);
}

/** The transfer of which the deed writes a side. */
export function transferOf({ operation }: Deed, { believed }: Pick<Case, 'believed'>): unknown {
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
