import type { Patch } from '#domain/operations';

type Fields = Patch['before'];

/**
 * Before and after of what an edit changed, null when it changed nothing. Fields of a group hold together in the server's
 * merge, so a group goes whole when one of its fields changed. Both sides have every field of every group.
 */
export function changedFields(
  before: Fields,
  after: Fields,
  groups: readonly (readonly string[])[],
): Pick<Patch, 'before' | 'after'> | null {
  const changed = groups.filter((group) => group.some((field) => before[field] !== after[field])).flat();
  if (changed.length === 0) return null;
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}
