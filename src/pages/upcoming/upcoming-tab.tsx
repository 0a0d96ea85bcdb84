import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { OpenOccurrence } from '#store/queries/schedules/open-occurrences';
import * as shell from '#texts/pages/shell';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { CalendarClockIcon, PlusIcon } from '#ui/icons';
import { usePlaces, useSchedules, useUpcoming } from '../../features/schedules/use-upcoming.ts';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { AheadList } from './ahead-list.tsx';
import { FoundList } from './found-list.tsx';
import { OccurrenceDialog } from './occurrence-dialog.tsx';
import { OverdueList } from './overdue-list.tsx';
import { ScheduleList } from './schedule-list.tsx';
import { TwiceList } from './twice-list.tsx';
import { UnfinishedSchedules } from './unfinished-schedules.tsx';

/** The tab Upcoming of a signed-in user: what is due, what comes, and the schedules that say so. */
export function UpcomingTab() {
  const upcoming = useUpcoming();
  const schedules = useSchedules();
  const places = usePlaces();
  const addable = useAddableAccounts();
  const open = useScheduleForm((state) => state.open);
  const [changing, setChanging] = useState<OpenOccurrence | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const toHeading = () => heading.current?.focus({ preventScroll: true });
  const mayAdd = addable?.accounts.some(({ archived }) => !archived) ?? false;
  const add = (
    <Button onClick={() => open({ kind: 'new', accountId: null })}>
      <PlusIcon aria-hidden />
      {texts.NEW}
    </Button>
  );
  const isEmpty = schedules?.length === 0;
  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" minHeight="9">
        <chakra.h2 ref={heading} tabIndex={-1} outline="none" fontSize="lg">
          {shell.UPCOMING}
        </chakra.h2>
        {mayAdd && !isEmpty && add}
      </chakra.div>
      {schedules && mayAdd && <UnfinishedSchedules schedules={schedules} />}
      {isEmpty && (
        <Card>
          <EmptyState icon={<CalendarClockIcon />} title={texts.EMPTY_TITLE} action={mayAdd && add}>
            {mayAdd ? texts.EMPTY : texts.EMPTY_VIEWER}
          </EmptyState>
        </Card>
      )}
      {places && upcoming && schedules && !isEmpty && (
        <>
          <OverdueList upcoming={upcoming} places={places} onChange={setChanging} onGone={toHeading} />
          <TwiceList places={places} onGone={toHeading} />
          <AheadList ahead={upcoming.ahead} places={places} onChange={setChanging} />
          <ScheduleList schedules={schedules} upcoming={upcoming} places={places} onGone={toHeading} />
        </>
      )}
      {addable && schedules && (
        <FoundList accounts={addable.accounts.filter(({ archived }) => !archived)} onGone={toHeading} />
      )}
      {changing && places && (
        <OccurrenceDialog occurrence={changing} rights={places.rightsOf(changing)} onClose={() => setChanging(null)} />
      )}
    </chakra.div>
  );
}
