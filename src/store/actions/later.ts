/** What the user did after an action. An undo of the action leaves that alone, as the server does (S67a). */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Call, Operation, Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { boundGroups } from '#domain/mutations/still-applicable';
import type { Action, ActionPart } from './actions.ts';

/** By table and id of a row: what later actions did to it. */
export type Later = ReadonlyMap<string, readonly Operation[]>;

/** `actions` came after the one with these parts. What they did to other rows is left out. */
export function laterThan(actions: readonly Action[], parts: readonly ActionPart[]): Later {
  if (actions.length === 0) return new Map();
  const keys = new Set(parts.flatMap(({ operations }) => operations.map(keyOf)));
  const isOfRows = (one: Operation) => keys.has(keyOf(one));
  const operations = actions.flatMap((action) => action.parts.flatMap((part) => part.operations.filter(isOfRows)));
  return Map.groupBy(operations, keyOf);
}

/** As much of the operation as no later action stands against. Null for nothing. `row`: as the user sees it. */
export function withoutLater(
  operation: Exclude<Operation, Call>,
  row: object | null,
  later: Later,
): Exclude<Operation, Call> | null {
  const after = later.get(keyOf(operation)) ?? [];
  if (!row) return after.some(({ kind }) => kind === 'delete') ? null : operation;
  const current = after.flatMap((one) => (one.kind === 'patch' ? currentIn(one, row) : []));
  if (operation.kind !== 'patch') return current.length > 0 ? null : operation;
  const groupIn = boundGroups(operation);
  const groups = new Set(current.map(groupIn));
  if (groups.size === 0) return operation;
  const others = (values: Patch['after']) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !groups.has(groupIn(field))));
  const left = { ...operation, before: others(operation.before), after: others(operation.after) };
  return Object.keys(left.after).length > 0 ? left : null;
}

/** The fields that the edit changed and that the row shows so. A refused edit shows nowhere. */
function currentIn({ before, after }: Patch, row: object): string[] {
  const shown = plainFields(row);
  return Object.keys(after).filter((field) => {
    return !sameValue(before[field], after[field]) && sameValue(shown[field], after[field]);
  });
}

function keyOf(operation: Operation): string {
  if (operation.kind === 'call') return '';
  return `${operation.table} ${'row' in operation ? operation.row.id : operation.id}`;
}
