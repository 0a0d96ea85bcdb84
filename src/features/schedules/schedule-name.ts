import type { ScheduleRow } from '#domain/rows';

/** What a schedule is called: by its description, or what it is for. */
export function nameOf({ description, category }: Pick<ScheduleRow, 'description' | 'category'>): string {
  return description || category;
}
