import type { ScheduleDraft } from './schedule-draft.ts';

/** What a user left in each field of an edit. Fields that they did not touch follow what the schedule says by now. */
export function resumedEdit(kept: ScheduleDraft, begun: ScheduleDraft, now: ScheduleDraft): ScheduleDraft {
  const isTouched = (fields: readonly (keyof ScheduleDraft)[]) => fields.some((field) => differs(kept, begun, field));
  const taken = GROUPS.filter(isTouched).flat();
  return { ...now, ...Object.fromEntries(taken.map((field) => [field, kept[field]])) };
}

/** Fields that mean something only together. */
const GROUPS: readonly (readonly (keyof ScheduleDraft)[])[] = [
  ['type', 'amount', 'lines', 'refund', 'category', 'categoryId', 'makes', 'typedCategory'],
  ['description'],
  ['notes'],
  ['rhythm', 'weekend', 'startDate', 'ends', 'endDate', 'count'],
  ['mode'],
  ['amountMatch'],
];

/** Both may hold the same in another order of keys, as one of them comes from the device. */
function differs(one: ScheduleDraft, other: ScheduleDraft, field: keyof ScheduleDraft): boolean {
  return textOf(one[field]) !== textOf(other[field]);
}

/** Equal for what is equal, `undefined` included. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

/** Whether a form has more than it began with. */
export function isChanged(draft: ScheduleDraft, begun: ScheduleDraft): boolean {
  return (
    GROUPS.flat().some((field) => differs(draft, begun, field)) || PLACES.some((field) => draft[field] !== begun[field])
  );
}

const PLACES = ['accountId', 'toAccountId'] as const;
