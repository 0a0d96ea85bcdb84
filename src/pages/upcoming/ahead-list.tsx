import { chakra } from '@chakra-ui/react';
import { formatDayOfYear, formatWeekdayOfYear } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { OpenOccurrence } from '#store/queries/schedules/open-occurrences';
import type { ComingOccurrence } from '#store/queries/schedules/upcoming';
import * as texts from '#texts/schedules/schedules';
import { IconButton } from '#ui/icon-button';
import { EllipsisIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import type { Places } from '../../features/schedules/use-upcoming.ts';
import { RowAmount, RowWords } from './row-words.tsx';
import { Section } from './section.tsx';

/** What comes in the next 60 days, with the balance of its account after each. */
export function AheadList(props: {
  ahead: readonly ComingOccurrence[];
  places: Places;
  onChange: (occurrence: OpenOccurrence) => void;
}) {
  const { ahead, places, onChange } = props;
  return (
    <Section
      title={texts.AHEAD}
      before={ahead.length === 0 && <chakra.p color="fg.muted">{texts.NOTHING_AHEAD}</chakra.p>}
    >
      {ahead.map((one) => {
        const { schedule, nominal, date, balance } = one;
        const { addsNow, skips } = places.rightsOf(one);
        const what = nameOf(schedule);
        return (
          <chakra.li
            key={`${schedule.id} ${nominal}`}
            display="flex"
            alignItems="center"
            gap="3"
            py="2"
            borderColor="line"
          >
            <RowWords
              title={what}
              details={[formatWeekdayOfYear(date), (places.areMany || schedule.pairId !== null) && places.placeOf(one)]}
              amount={<RowAmount schedule={schedule} />}
              after={
                <MoneyText fontSize="xs" fontWeight="normal" color={balance < 0 ? 'expense' : 'fg.muted'}>
                  {texts.balanceAfter(formatMoney(balance))}
                </MoneyText>
              }
            />
            {(addsNow || skips) && (
              <IconButton label={texts.changeOne(what, formatDayOfYear(date))} onClick={() => onChange(one)}>
                <EllipsisIcon aria-hidden />
              </IconButton>
            )}
          </chakra.li>
        );
      })}
    </Section>
  );
}
