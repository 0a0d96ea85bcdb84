/**
 * Reads responses of pull and push so that what this version cannot read stops nothing else (S61). A response that fits
 * its schema is read as it is. Otherwise the rows that the schema names as wrong are cut out, and the rest is read.
 */
import * as v from 'valibot';
import type { UnreadableRow } from '#store/database/unreadable';
import { PullAnswer, PushAnswer } from './protocol.ts';

/** What of a response this version cannot read. */
interface Unread {
  rows: UnreadableRow[];
  /** Scopes that are left as they are, because something else than a row of theirs cannot be read. */
  scopes: string[];
}

export type PullResponse = PullAnswer & { unread?: Unread };
/** `unread`: mutations whose verdict cannot be read. */
export type PushResponse = PushAnswer & { unread?: string[] };

/** Each round finds what the round before hid: a schema checks the parts of a value before the whole. */
const ROUNDS = 5;

type Path = readonly unknown[];
type Fields = Record<string, unknown>;
const Fields = v.record(v.string(), v.unknown());
const Named = v.object({ id: v.string() });
const Scoped = v.object({ scope: v.string() });

/** The lists of a response whose items are rows. */
const LISTS = ['invitations', 'budgetRoles', 'notices'] as const;
/** The lists of a scope whose items are rows. */
const ROWS = [
  'accounts',
  'categories',
  'budgets',
  'memberships',
  'reconciliations',
  'imports',
  'schedules',
  'removals',
];
/** Lines of totals concern rows that cannot be read either. */
const OTHERS = ['totals'];

/** Throws a ValiError for a response of which nothing can be read. */
export function readPull(data: unknown): PullResponse {
  const unread: Unread = { rows: [], scopes: [] };
  let answer = data;
  for (let round = 0; round < ROUNDS; round++) {
    const read = v.safeParse(PullAnswer, answer);
    if (read.success) {
      const { rows, scopes } = unread;
      const ofOthers = rows.filter(({ scope }) => scope === null || !scopes.includes(scope));
      return answer === data ? read.output : { ...read.output, unread: { rows: ofOthers, scopes } };
    }
    const rest = cutOut(answer, read.issues.map(pathOf), unread);
    if (rest === null) break;
    answer = rest;
  }
  return v.parse(PullAnswer, answer);
}

/** Throws a ValiError for a response of which nothing can be read. */
export function readPush(data: unknown): PushResponse {
  const read = v.safeParse(PushAnswer, data);
  if (read.success) return read.output;
  const answer = v.safeParse(v.looseObject({ verdicts: v.array(v.unknown()) }), data);
  const bad = indexes(read.issues.map(pathOf), 'verdicts');
  if (!answer.success || bad === null) throw new v.ValiError(read.issues);
  const { verdicts } = answer.output;
  const unread = verdicts.flatMap((verdict, at) => (bad.has(at) ? (idOf(verdict) ?? []) : []));
  const rest = v.parse(PushAnswer, { ...answer.output, verdicts: without(verdicts, bad) });
  return { ...rest, unread };
}

function pathOf(issue: v.BaseIssue<unknown>): Path {
  return (issue.path ?? []).map(({ key }) => key);
}

/** The items of a list that are wrong; null when something else is wrong, too. */
function indexes(paths: Path[], list: string): Set<number> | null {
  const found = paths.map(([name, at]) => (name === list && typeof at === 'number' ? at : null));
  return found.includes(null) ? null : new Set(found.filter((at) => at !== null));
}

/** Returns the response without what the paths name, and adds that to `unread`; null when nothing would remain. */
function cutOut(answer: unknown, paths: Path[], unread: Unread): Fields | null {
  if (!v.is(Fields, answer)) return null;
  const { scopes } = answer;
  const rest: Fields = { ...answer };
  const ofScopes = paths.filter(([list]) => list === 'scopes');
  const ofLists = paths.filter(([list]) => LISTS.some((name) => name === list));
  if (ofScopes.length + ofLists.length < paths.length) return null;
  for (const name of LISTS) {
    const bad = indexes(
      ofLists.filter(([list]) => list === name),
      name,
    );
    const list = answer[name];
    if (bad === null || !Array.isArray(list)) return null;
    rest[name] = cutRows(list, bad, null, name, unread);
  }
  if (!Array.isArray(scopes) || ofScopes.some(([, at]) => typeof at !== 'number')) return null;
  rest.scopes = scopes.flatMap((scope: unknown, at) => {
    const inside = ofScopes.filter(([, wrong]) => wrong === at).map(([, , ...path]) => path);
    return inside.length === 0 ? [scope] : cutOutOfScope(scope, inside, unread);
  });
  return rest;
}

/** Returns the scope without its bad rows, or nothing when the scope itself cannot be read. */
function cutOutOfScope(scope: unknown, paths: Path[], unread: Unread): Fields[] {
  const name = v.is(Scoped, scope) ? scope.scope : null;
  const places = v.is(Fields, scope) ? placesOfRows(scope) : () => null;
  const isMendable = paths.every(([list, at, inColumn]) =>
    list === 'transactions' ? places(inColumn) !== null : isListOfScope(list) && typeof at === 'number',
  );
  if (!v.is(Fields, scope) || !isMendable) {
    if (name !== null) unread.scopes.push(name);
    return [];
  }
  const rest: Fields = { ...scope };
  for (const list of [...ROWS, ...OTHERS]) {
    const bad = indexes(
      paths.filter(([one]) => one === list),
      list,
    );
    const rows = scope[list];
    if (bad === null || bad.size === 0 || !Array.isArray(rows)) continue;
    rest[list] = OTHERS.includes(list) ? without(rows, bad) : cutRows(rows, bad, name, list, unread);
  }
  const bad = new Set(paths.flatMap(([list, , inColumn]) => (list === 'transactions' ? (places(inColumn) ?? []) : [])));
  if (bad.size > 0) rest.transactions = cutColumns(scope, bad, name, unread);
  return [rest];
}

/** Where a row stands in the columns, by its place in a column or, in one of few rows, by its id. */
function placesOfRows({ transactions }: Fields): (inColumn: unknown) => number | null {
  const ids = v.is(Fields, transactions) && Array.isArray(transactions.id) ? transactions.id : [];
  return (inColumn) => {
    const at = typeof inColumn === 'string' ? ids.indexOf(inColumn) : inColumn;
    return typeof at === 'number' && at >= 0 ? at : null;
  };
}

function isListOfScope(list: unknown): boolean {
  return [...ROWS, ...OTHERS].some((name) => name === list);
}

function cutRows(list: unknown[], bad: Set<number>, scope: string | null, table: string, unread: Unread): unknown[] {
  for (const at of bad) unread.rows.push({ scope, table, id: idOf(list[at]), raw: list[at] });
  return without(list, bad);
}

/** Cuts rows out of columns. */
function cutColumns(
  { transactions, accountId }: Fields,
  bad: Set<number>,
  scope: string | null,
  unread: Unread,
): Fields {
  const columns = Object.entries(v.is(Fields, transactions) ? transactions : {});
  const lists = columns.flatMap(([field, values]): [string, unknown[]][] =>
    Array.isArray(values) ? [[field, values]] : [],
  );
  const ofFew = columns.flatMap(([field, values]): [string, Fields][] =>
    v.is(Fields, values) && !Array.isArray(values) ? [[field, values]] : [],
  );
  const cut = new Set<string>();
  for (const at of bad) {
    const raw: Fields = { ...Object.fromEntries(lists.map(([field, values]) => [field, values[at]])), accountId };
    const id = idOf(raw);
    if (id !== null) {
      cut.add(id);
      for (const [field, values] of ofFew) if (id in values) raw[field] = values[id];
    }
    unread.rows.push({ scope, table: 'transactions', id, raw });
  }
  const left = ([id]: [string, unknown]) => !cut.has(id);
  // A column without values stays as it came.
  return {
    ...Object.fromEntries(columns),
    ...Object.fromEntries(lists.map(([field, values]) => [field, without(values, bad)])),
    ...Object.fromEntries(
      ofFew.map(([field, values]) => [field, Object.fromEntries(Object.entries(values).filter(left))]),
    ),
  };
}

function without(list: unknown[], bad: Set<number>): unknown[] {
  return list.filter((_, at) => !bad.has(at));
}

function idOf(row: unknown): string | null {
  return v.is(Named, row) ? row.id : null;
}
