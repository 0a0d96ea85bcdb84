/** Edits: what of an edit had to be taken, what had to stay, and who must hear of it. */
import { accountOf, type Believed, followBudget, owe, put } from './believed.ts';
import type { Case, Deeds } from './case.ts';
import type { Deed, Reach } from './chronicle.ts';
import { isUncertain, meant, oneOf } from './renames.ts';
import {
  type Answer,
  fieldOf,
  grouped,
  hadSeen,
  mayOverwrite,
  type Row,
  type Standing,
  same,
  standing,
  type Values,
} from './rows.ts';

/** What a person wants of one field group, or of several that belong together. */
interface Wish {
  groups: Map<string, Values>;
  /** Groups whose standing values decide about it. */
  against: string[];
  /** The last of the deeds that the device folded. */
  deed: Deed;
}

export function patchRow(row: Row, deeds: Deeds, given: Case): void {
  const { verdict, believed, complain } = given;
  // A tombstone of another account tells that somebody cannot see the row any more.
  if (verdict.status === 'superseded' && verdict.reason === 'deleted') {
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
  const { verdict, believed, complain } = given;
  const carried = carriedAlong(believed, row, wish);
  const kept = verdict.status === 'superseded' ? verdict.kept : {};
  const isKept = [...wish.groups.values()].some((values) => Object.keys(values).some((field) => field in kept));
  const what = `${[...wish.groups.keys()].join(', ')} of ${row.id}`;
  if (!isVague(row, carried)) {
    const expected = expectation(row, { ...wish, groups: carried }, deeds, given);
    if (expected === 'yes' && isKept) complain(`${what} had to be taken: seen, or the latest edit`);
    if (expected === 'no' && !isKept) complain(`${what} overwrote a later edit that its author had not seen`);
    if (isKept && !isToldRight(row, wish, kept)) complain(`what stands instead in ${what} is told wrong`);
  }
  if (isKept) return false;
  wish.groups = carried;
  tellOvertaken(row, wish, (one) => hadSeen(one, reachOf(row, one, deeds), wish.deed.device), given);
  return true;
}

/**
 * Whether the wish has to be taken. What stands as wanted anyway is nothing to refuse, but a name that is meant for
 * another type may be: the same word is another category there, and its author is told.
 */
function expectation(row: Row, wish: Wish, deeds: Deeds, given: Case): Answer {
  const { groups, against, deed } = wish;
  const seen = (one: Standing) => hadSeen(one, reachOf(row, one, deeds), deed.device);
  const named = sawType(row, wish, seen);
  const standsAnyway = [...groups].every(([group, values]) => same(values, row.groups.get(group)?.values ?? {}));
  if (standsAnyway) return named === 'yes' ? 'yes' : 'either';
  if (named !== 'yes') return named;
  const standings = against.flatMap((group) => row.groups.get(group) ?? []);
  const when = deed.isAgain ? originalTime(wish, row, given) : deed;
  // Who sends again what was lost makes no new decision, whatever is on the screen.
  return mayOverwrite(standings, deed.isAgain ? () => 'no' : seen, standing(when, {}, given.index, true));
}

function isToldRight(row: Row, { against }: Wish, kept: Values): boolean {
  const current: Values = Object.assign({}, ...against.map((group) => row.groups.get(group)?.values));
  return same(Object.fromEntries(Object.entries(kept).filter(([field]) => field in current)), current);
}

/** Whether the times leave open under which name the row stands, or is to stand. */
function isVague(row: Row, wanted: ReadonlyMap<string, Values>): boolean {
  const name = wanted.get('category')?.category;
  return name !== undefined && (isUncertain(name) || isUncertain(fieldOf(row, 'category')));
}

/** A name alone belongs to the type that its author saw. Under another type it means nothing. */
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
function tellOvertaken(row: Row, { groups, against, deed }: Wish, seen: (one: Standing) => string, given: Case): void {
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

const BOUND_BY_TYPE = ['amount', 'type', 'category'];

/** The wishes of an edit. One that changes the type binds amount, type and category. */
function wishesOf(row: Row, deeds: Deeds): Wish[] {
  const wanted = lastValues(row.table, deeds);
  const apart = (groups: readonly string[]) =>
    [...wanted].flatMap(([group, { values, deed }]) =>
      groups.includes(group) ? [] : [{ groups: new Map([[group, values]]), against: [group], deed }],
    );
  const type = row.table === 'transactions' ? wanted.get('type') : undefined;
  const first = deeds[0].operation;
  if (!type) return apart([]);
  if (first.kind === 'patch' && type.values.type === first.before.type) return apart(['type']);
  const bound = [...wanted].filter(([group]) => BOUND_BY_TYPE.includes(group));
  const deed = bound.map(([, one]) => one.deed).reduce((one, other) => (other.at > one.at ? other : one));
  const groups = new Map(bound.map(([group, { values }]) => [group, values] as const));
  return [{ groups, against: BOUND_BY_TYPE, deed }, ...apart(BOUND_BY_TYPE)];
}

/** What the deeds want of each group in the end, with the last deed that wanted something of it. */
function lastValues(table: string, deeds: Deeds): Map<string, { values: Values; deed: Deed }> {
  const last = new Map<string, { values: Values; deed: Deed }>();
  for (const deed of deeds) {
    if (deed.operation.kind !== 'patch') continue;
    for (const [group, values] of grouped(table, deed.operation.after)) {
      last.set(group, { values: { ...last.get(group)?.values, ...values }, deed });
    }
  }
  return last;
}

/** What the author had seen of the group: as the first of the folded deeds that wrote it had seen it. */
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

function carriedAlong(believed: Believed, row: Row, { groups, deed }: Wish): Map<string, Values> {
  const category = groups.get('category')?.category;
  if (row.table !== 'transactions' || category === undefined) return groups;
  const type = groups.get('type')?.type ?? fieldOf(row, 'type');
  return new Map(groups).set('category', {
    category: oneOf(meant(believed, accountOf(row), type, category, deed)),
  });
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
  if (deed && hasMoved && row.table === 'transactions') followBudget(believed, row, deed);
}
