/** Edits: what of an edit had to be taken, what had to stay, and who must hear of it. */
import { accountOf, type Believed, followBudget, owe, put } from './believed.ts';
import type { Case, Deeds } from './case.ts';
import type { Deed, Reach } from './chronicle.ts';
import { leaveAccount, tellOfStatus } from './moves.ts';
import { carried } from './renames.ts';
import {
  type Answer,
  fieldOf,
  grouped,
  hadSeen,
  isUncertain,
  mayOverwrite,
  plainValues,
  type Row,
  type Standing,
  same,
  sideOf,
  standing,
  type Values,
} from './rows.ts';
import { doubt, isDoubted, isShared, missesLines, type Wish, wishesOf } from './wishes.ts';

export function patchRow(row: Row, deeds: Deeds, given: Case): void {
  const { verdict, believed, complain } = given;
  // A tombstone of another account tells that somebody cannot see the row any more.
  if (verdict.status === 'superseded' && verdict.reason === 'deleted' && !given.isAlone) {
    if (given.numbers[accountOf(row)] === undefined) return;
  } else if (verdict.status === 'superseded' && verdict.reason === 'deleted') {
    if (believed.rows.get(accountOf(row))?.author === deeds[0].person) complain(`${row.id} is not deleted`);
    return;
  }
  const taken: [Wish, Standing][] = [];
  for (const wish of wishesOf(row, deeds)) {
    const isTaken = judgeWish(row, wish, deeds, given);
    const when = wish.deed.isAgain ? originalTime(wish, row, given) : wish.deed;
    if (isTaken) taken.push([wish, standing(when, {}, given.index, true)]);
  }
  write(row, taken, given);
}

/** Decides on one wish. Returns whether its values stand from now on. */
function judgeWish(row: Row, wish: Wish, deeds: Deeds, given: Case): boolean {
  if (isOutdated(row, wish, given)) return false;
  const meant = carriedAlong(given.believed, row, wish);
  const together = isShared(wish) ? togetherFor(row, meant, given) : undefined;
  const expected = together ?? expectationOf(row, wish, deeds, given);
  const isNamed = isInVerdict(wish, given);
  const isSure = given.isAlone || together !== undefined;
  const isKept = isSure ? isNamed : isKeptHere(row, isNamed, expected, given);
  if (isKept === null) for (const group of wish.groups.keys()) doubt(row, group);
  if (isSure && !isVague(row, wish, meant)) expectRight(row, wish, { expected, isNamed }, given);
  if (isKept !== false) return false;
  wish.groups = meant;
  const seen = (one: Standing) => hadSeen(one, reachOf(row, one, deeds), wish.deed.device);
  tellSuperseded(row, wish, seen, given);
  if (meant.has('accountId') && row.table === 'transactions') tellOfLeaving(row, meant, wish.deed, seen, given);
  return true;
}

/**
 * Whether its author has written over it already. A restored server may hear of a device's later deed first (S36b).
 * What becomes of a wish of which only a part is written over, nobody can tell.
 */
function isOutdated(row: Row, { against, groups, deed }: Wish, { hasRestored }: Case): boolean {
  if (!hasRestored) return false;
  const standings = against.flatMap((group) => row.groups.get(group) ?? []);
  const isLate = ({ device, isEdit, at }: Standing) => isEdit && device === deed.device && at > deed.at;
  const mayBeLate = ({ isShared, alsoBy, at }: Standing) => isShared && alsoBy.includes(deed.person) && at > deed.at;
  if (standings.every(isLate)) return standings.length > 0;
  const isOpen = standings.some((one) => isLate(one) || mayBeLate(one));
  if (isOpen) for (const group of groups.keys()) doubt(row, group);
  return isOpen;
}

/** What stands against one side keeps both. But a side that is already as wanted has nothing to keep or to tell. */
function togetherFor(row: Row, meant: ReadonlyMap<string, Values>, { together }: Case): Answer | undefined {
  const answer = together.get(row.id);
  return answer === 'no' && standsAlready(row, meant) ? 'either' : answer;
}

export function standsAlready(row: Row, groups: ReadonlyMap<string, Values>): boolean {
  return [...groups].every(([group, values]) => same(values, row.groups.get(group)?.values ?? {}));
}

function isInVerdict({ groups }: Wish, { verdict }: Case): boolean {
  const kept = verdict.status === 'superseded' ? verdict.kept : {};
  return [...groups.values()].some((values) => Object.keys(values).some((field) => field in kept));
}

function expectRight(
  row: Row,
  wish: Wish,
  { expected, isNamed }: { expected: Answer; isNamed: boolean },
  { verdict, isAlone, complain }: Case,
): void {
  const what = `${[...wish.groups.keys()].join(', ')} of ${row.id}`;
  const kept = verdict.status === 'superseded' ? plainValues(verdict.kept) : {};
  if (expected === 'yes' && isNamed) complain(`${what} had to be taken: seen, or the latest edit`);
  if (expected === 'no' && !isNamed) complain(`${what} overwrote a later edit that its author had not seen`);
  if (isNamed && isAlone && !isToldRight(row, wish, kept)) complain(`what stands instead in ${what} is told wrong`);
}

/** Whether the wish has to be taken, under the names that its author meant. */
export function expectationOf(row: Row, wish: Wish, deeds: Deeds, given: Case): Answer {
  const meant = carriedAlong(given.believed, row, wish);
  return isVague(row, wish, meant) ? 'either' : expectation(row, { ...wish, groups: meant }, deeds, given);
}

/** What a verdict on several rows says of this one: null where nobody can tell. */
function isKeptHere(row: Row, isNamed: boolean, expected: Answer, { numbers }: Case): boolean | null {
  if (!isNamed) return false;
  // Nothing was written in this account.
  if (numbers[accountOf(row)] === undefined) return true;
  return expected === 'either' ? null : expected === 'no';
}

/**
 * Whether the wish has to be taken. What stands as wanted anyway is nothing to refuse, but a name that is meant for
 * another type may be: the same word is another category there, and its author is told.
 */
function expectation(row: Row, wish: Wish, deeds: Deeds, given: Case): Answer {
  const { groups, against, deed } = wish;
  const seen = (one: Standing) => hadSeen(one, reachOf(row, one, deeds), deed.device);
  const named = sawType(row, wish, seen);
  const standsAnyway = standsAlready(row, groups);
  if (missesLines(row, wish)) return standsAnyway ? 'either' : 'no';
  if (standsAnyway) return named === 'yes' ? 'yes' : 'either';
  if (named !== 'yes') return named;
  const stayed = sawAccount(row, wish, seen);
  if (stayed !== 'yes') return stayed;
  const standings = against.flatMap((group) => row.groups.get(group) ?? []);
  const when = deed.isAgain ? originalTime(wish, row, given) : deed;
  const own = standing(when, {}, given.index, true);
  // Who sends again what was lost makes no new decision, whatever is on the screen.
  const known = deed.isAgain ? () => 'no' as const : seen;
  const [now, then] = [groups.get('status')?.status, row.groups.get('status')?.values.status];
  // Who has counted the row in a reconciliation knows more of it than who has ticked it (S68i).
  if (now !== undefined && now !== then && then === 'reconciled') {
    return mayOverwrite(standings, known, { ...own, at: 0, isTimed: true });
  }
  return now === 'reconciled' && then !== now ? 'yes' : mayOverwrite(standings, known, own);
}

/** A status is about the account in which its author saw the row (S68j). */
function sawAccount(row: Row, { groups }: Wish, seen: (one: Standing) => Answer): Answer {
  const place = row.groups.get('accountId');
  if (row.table !== 'transactions' || !groups.has('status') || !place) return 'yes';
  if (!place.isEdit && !place.isShared) return 'yes';
  return place.isShared ? 'either' : seen(place);
}

function isToldRight(row: Row, { against }: Wish, kept: Values): boolean {
  const current: Values = Object.assign({}, ...against.map((group) => row.groups.get(group)?.values));
  return same(Object.fromEntries(Object.entries(kept).filter(([field]) => field in current)), current);
}

/** Whether the times leave open under which name the row stands, or is to stand, or what it holds. */
function isVague(row: Row, { against }: Wish, wanted: ReadonlyMap<string, Values>): boolean {
  const named = [...wanted.values()].flatMap((values) => Object.values(values));
  return named.some(isUncertain) || isDoubted(row, [...against, 'lines']);
}

/** A name alone belongs to the type that its author saw. Under another type it means nothing (S37c). */
function sawType(row: Row, { groups }: Wish, seen: (one: Standing) => Answer): Answer {
  const type = row.groups.get('type');
  if (row.table !== 'transactions' || !groups.has('category') || groups.has('type') || !type) return 'yes';
  // Nobody has changed it since the row was entered, and who edits a row has had it on the screen at least like that.
  if (!type.isEdit && !type.isShared) return 'yes';
  // Two people turned the row to the same type, and the author of the name had seen one of them, or is one of them.
  // The server asks only about the first of the two, so nobody can tell here what it does with the name.
  if (type.isShared) return 'either';
  return seen(type);
}

/** Under another type a name means something else, so its author may be told although the name stands. */
function tellSuperseded(row: Row, { groups, against, deed }: Wish, seen: (one: Standing) => string, given: Case): void {
  for (const group of against) {
    const before = row.groups.get(group);
    if (!before) continue;
    const answer = seen(before);
    const isOther = !same(groups.get(group) ?? {}, before.values);
    if ((answer === 'yes' && !before.isShared) || (!isOther && against.length === 1)) continue;
    const isSure = isOther && answer === 'no' && before.isEdit && before.by !== deed.person;
    owe(given.believed, before, { accountId: accountOf(row), rowId: row.id, kind: 'edited', isSure });
  }
}

/** A move opens the row and ends a contribution. Whose deed that was, and the move had not seen it, is told (S68j). */
function tellOfLeaving(
  row: Row,
  meant: ReadonlyMap<string, Values>,
  deed: Deed,
  seen: (one: Standing) => Answer,
  given: Case,
) {
  if (meant.get('accountId')?.accountId === accountOf(row)) return;
  const budget = row.groups.get('budgetId');
  if (budget && fieldOf(row, 'budgetId') !== null && (seen(budget) !== 'yes' || budget.isShared))
    owe(given.believed, budget, { accountId: accountOf(row), rowId: row.id, kind: 'edited', isSure: false });
  const mayBeGuest = row.author === deed.person && fieldOf(row, 'budgetId') !== null;
  tellOfStatus(row, { from: accountOf(row), person: deed.person, seen, mayBeGuest }, given.believed);
}

/** What the author had seen of the group: as the first of the folded deeds that wrote it had seen it (S36c). */
function reachOf(row: Row, one: Standing, deeds: Deeds): Reach {
  const group = [...row.groups].find(([, value]) => value === one)?.[0] ?? '';
  const first = deeds.find(
    ({ operation }) => operation.kind === 'patch' && grouped(row.table, operation.after).has(group),
  );
  const { screen } = first ?? deeds[0];
  return screen.hidden.get(group) ?? screen.row;
}

/** When the value was written that a restored server lost. */
function originalTime({ groups, deed }: Wish, { id }: Row, { past }: Case): Deed {
  const lost = past.get(id)?.findLast(({ index }) => index <= deed.screen.row.maybe)?.row;
  const [group = ''] = groups.keys();
  const original = lost?.groups.get(group);
  return original ? { ...deed, at: original.at, isTimed: original.isTimed } : { ...deed, isTimed: false };
}

export function carriedAlong(believed: Believed, row: Row, { groups, deed }: Wish): Map<string, Values> {
  if (row.table !== 'transactions') return new Map(groups);
  const standing = { type: fieldOf(row, 'type'), refund: fieldOf(row, 'refund') };
  const place = { accountId: accountOf(row), type: sideOf({ ...standing, ...groups.get('type') }) };
  return carried(believed, place, groups, deed);
}

function write(row: Row, taken: readonly [Wish, Standing][], { believed }: Case): void {
  const before = [fieldOf(row, 'accountId'), fieldOf(row, 'budgetId')];
  let deed: Standing | undefined;
  for (const [{ groups }, by] of taken) {
    deed = by;
    for (const [group, values] of groups) put(row, group, { ...by, values }, groups.size > 1);
  }
  const after = [fieldOf(row, 'accountId'), fieldOf(row, 'budgetId')];
  const hasMoved = before[0] !== after[0] || before[1] !== after[1];
  if (!deed || !hasMoved || row.table !== 'transactions') return;
  followBudget(believed, row, deed);
  if (before[0] !== after[0]) leaveAccount(believed, row, String(before[0]), deed);
}
