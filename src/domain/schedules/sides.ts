import type { ScheduleRow } from '../rows.ts';

/** A schedule with the other one of its transfer; null for what is no transfer, or where that is not here. */
export interface ScheduleSides {
  schedule: ScheduleRow;
  other: ScheduleRow | null;
}

/** The schedule; of a transfer, both of them. */
export function sidesOf({ schedule, other }: ScheduleSides): ScheduleRow[] {
  return other ? [schedule, other] : [schedule];
}
