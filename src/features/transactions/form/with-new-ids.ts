import { newId } from '#store/database/new-id';

/** The lines of a split for another entry: each line of an entry has an id of its own. */
export function withNewIds<Line extends { id: string }>(lines: readonly Line[] | null): Line[] | null {
  return lines?.map((line) => ({ ...line, id: newId() })) ?? null;
}
