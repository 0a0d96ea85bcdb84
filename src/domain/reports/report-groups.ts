/** The categories of a report under the headings of their groups. */

import type { CategoryRow, TransactionType } from '../rows.ts';
import type { CategorySum } from './report.ts';

/** The group of a category, by type and name. A category without one is not in it. */
export type CategoryGroups = ReadonlyMap<string, string>;

/** A heading of a report with its categories. */
export interface ReportSection {
  /** Null for categories without a group. */
  group: string | null;
  type: TransactionType;
  /** Signed sum of its categories, integer cents. */
  cents: number;
  sums: CategorySum[];
}

/** The groups of these categories. Of two with one type and name, the first that has a group counts. */
export function categoryGroups(categories: readonly CategoryRow[]): CategoryGroups {
  const groups = new Map<string, string>();
  for (const { type, name, group = null } of categories) {
    const key = keyOf(type, name);
    if (group !== null && !groups.has(key)) groups.set(key, group);
  }
  return groups;
}

/**
 * The sums of a report in sections: income first, then the largest section of a type first, and those without a group
 * at the end of their type. Within a section, the order stays.
 */
export function sectionsOf(sums: readonly CategorySum[], groups: CategoryGroups): ReportSection[] {
  const groupOf = ({ type, category }: CategorySum) => groups.get(keyOf(type, category)) ?? null;
  const sections: ReportSection[] = [];
  for (const sum of sums) {
    const group = groupOf(sum);
    const section = sections.find((one) => one.group === group && one.type === sum.type);
    if (section) {
      section.sums.push(sum);
      section.cents += sum.cents;
    } else {
      sections.push({ group, type: sum.type, cents: sum.cents, sums: [sum] });
    }
  }
  return sections.sort(byTypeGroupAndSize);
}

function byTypeGroupAndSize(a: ReportSection, b: ReportSection): number {
  if (a.type !== b.type) return a.type === 'income' ? -1 : 1;
  if ((a.group === null) !== (b.group === null)) return a.group === null ? 1 : -1;
  return Math.abs(b.cents) - Math.abs(a.cents);
}

function keyOf(type: TransactionType, name: string): string {
  return `${type} ${name.toLowerCase()}`;
}
