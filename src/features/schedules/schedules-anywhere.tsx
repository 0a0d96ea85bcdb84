import { Suspense } from 'react';
import { dialogOnDemand, extraOnDemand } from '#ui/on-demand';
import { useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { useHasSchedules } from '../../session/schedules/use-has-schedules.ts';

const ScheduleDialog = dialogOnDemand(() => import('./schedule-dialog.tsx'));
const KeepGoing = extraOnDemand(() => import('./keep-going.tsx'));

/** By this device's clock. What is loaded later would begin to count after the first pull. */
const PAGE_START = new Date().toISOString();

/**
 * Over every page: the form of a schedule, when somebody opens it, and what adds the entries that are due. People
 * without schedules load neither.
 */
export function SchedulesAnywhere() {
  const { request, close } = useScheduleForm();
  const has = useHasSchedules();
  return (
    <Suspense>
      {has && <KeepGoing pageStart={PAGE_START} />}
      {request && <ScheduleDialog request={request} onClose={close} />}
    </Suspense>
  );
}
