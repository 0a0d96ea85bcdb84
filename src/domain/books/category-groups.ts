/** The headings under which categories are listed. */
import { cleanText, LONGEST_NAME } from '../entered-text.ts';
import { LOCALE } from '../locale.ts';

/** Categories under one heading; the heading is null for those without a group. */
export interface CategoryGroup<Row> {
  group: string | null;
  categories: Row[];
}

/** The categories by group, each in the given order. Those without a group come first, then groups by name. */
export function groupsOf<Row extends { group?: string | null | undefined }>(
  categories: readonly Row[],
): CategoryGroup<Row>[] {
  const byGroup = Map.groupBy(categories, ({ group }) => group ?? null);
  const order = (a: string | null, b: string | null) => (a === null ? -1 : b === null ? 1 : collator.compare(a, b));
  return [...byGroup].map(([group, some]) => ({ group, categories: some })).sort((a, b) => order(a.group, b.group));
}

/** Cleans the name of a group as typed. Returns the name to store, null for no group, or `too_long`. */
export function checkGroup(text: string): { ok: true; group: string | null } | { ok: false; reason: 'too_long' } {
  const group = cleanText(text);
  return group.length > LONGEST_NAME ? { ok: false, reason: 'too_long' } : { ok: true, group: group || null };
}

const collator = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });
