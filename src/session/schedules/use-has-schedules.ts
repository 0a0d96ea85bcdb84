import { hasSchedules } from '#store/queries/schedules/has-schedules';
import { sharedQuery } from '../shared-query.ts';

/** Whether any schedule is here; undefined until the first read. Without one, nothing of schedules is loaded. */
export const useHasSchedules = sharedQuery(hasSchedules);
