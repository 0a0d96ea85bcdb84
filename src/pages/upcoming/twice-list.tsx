import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { formatWeekdayAndDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { readStandingTwice, type StandingTwice } from '#store/queries/schedules/standing-twice';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { useToday } from '../../features/dates/use-today.ts';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import type { Places } from '../../features/schedules/use-upcoming.ts';
import { useDeleteTransaction } from '../../features/transactions/list/use-delete-transaction.ts';
import { useDatabase } from '../../session/session.ts';
import { LeaveButton } from './leave-button.tsx';
import { RowWords } from './row-words.tsx';
import { Section } from './section.tsx';

/** What seems to stand twice. One press keeps one of them. */
export function TwiceList(props: {
  places: Places;
  /** A row goes with the button that had the focus. */
  onGone: () => void;
}) {
  const { places, onGone } = props;
  const db = useDatabase();
  const day = useToday();
  // Another day is another question. The query takes today from the server's clock.
  const twice = useLiveQuery(() => readStandingTwice(db), [db, day]);
  if (!twice || twice.length === 0) return null;
  return (
    <Section title={texts.TWICE}>
      {twice.map((one) => (
        <TwiceRow key={one.id} one={one} places={places} onGone={onGone} />
      ))}
    </Section>
  );
}

const nothing = () => {};

function TwiceRow({ one, places, onGone }: { one: StandingTwice; places: Places; onGone: () => void }) {
  const { id, schedule, added, entry, mayDelete } = one;
  const remove = useDeleteTransaction(nothing);
  const what = nameOf(schedule);
  const keepOther = (row: TransactionRow) => {
    onGone();
    void remove(row);
  };
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" py="2.5" borderColor="line">
      <chakra.div flex="1 1 14rem" minWidth="0">
        <RowWords
          title={what}
          details={[
            texts.addedBySchedule(formatWeekdayAndDate(added.date), formatSignedAmount(added)),
            texts.besideIt(entry.description, formatWeekdayAndDate(entry.date), formatSignedAmount(entry)),
            places.areMany && places.placeOf({ schedule, other: null }),
          ]}
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
        {mayDelete.added && (
          <Button variant="outline" size="sm" aria-label={texts.keepEntryOf(what)} onClick={() => keepOther(added)}>
            {texts.KEEP_ENTRY}
          </Button>
        )}
        {mayDelete.entry && (
          <Button variant="ghost" size="sm" aria-label={texts.keepAddedOf(what)} onClick={() => keepOther(entry)}>
            {texts.KEEP_ADDED}
          </Button>
        )}
        <LeaveButton id={id} label={texts.bothAreRight(what)} onGone={onGone} />
      </chakra.div>
    </chakra.li>
  );
}
