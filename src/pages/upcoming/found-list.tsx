import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { parseRhythm } from '#domain/schedules/rhythm';
import { readFoundRepeats } from '#store/queries/schedules/found-repeats';
import { rhythmWithWeekend } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { useDatabase } from '../../session/session.ts';
import { LeaveButton } from './leave-button.tsx';
import { RowAmount, RowWords } from './row-words.tsx';
import { Section } from './section.tsx';

/** A few can be looked at; the next ones come when these are decided. */
const SHOWN = 5;

/** What these accounts seem to have again and again, each with the form of its schedule one press away. */
export function FoundList(props: {
  accounts: readonly { id: string; name: string }[];
  /** A row goes with the button that had the focus. */
  onGone: () => void;
}) {
  const { accounts, onGone } = props;
  const db = useDatabase();
  const open = useScheduleForm((state) => state.open);
  const ids = accounts.map(({ id }) => id).join(' ');
  const found = useLiveQuery(() => readFoundRepeats(db, ids === '' ? [] : ids.split(' ')), [db, ids]);
  if (!found || found.length === 0) return null;
  return (
    <Section title={texts.FOUND}>
      {found.slice(0, SHOWN).map((one) => {
        const { id, entry, rhythm, weekend, next, rowIds } = one;
        const words = rhythmWithWeekend(parseRhythm(rhythm), weekend);
        const place = accounts.length > 1 && accounts.find((account) => account.id === entry.accountId)?.name;
        return (
          <chakra.li
            key={id}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="3"
            rowGap="1"
            py="2.5"
            borderColor="line"
          >
            <chakra.div flex="1 1 14rem" minWidth="0" display="flex" alignItems="center" gap="3">
              <RowWords title={one.payee} details={[texts.foundTimes(rowIds.length, words), place]} />
              <RowAmount schedule={one} />
            </chakra.div>
            <chakra.div display="flex" gap="1.5">
              <Button
                variant="outline"
                size="sm"
                aria-label={texts.repeatOf(one.payee)}
                onClick={() => open({ kind: 'repeat', entry, timing: { rhythm, weekend, startDate: next.nominal } })}
              >
                {texts.MAKE_IT_REPEAT}
              </Button>
              <LeaveButton id={id} label={texts.notThese(one.payee)} onGone={onGone} />
            </chakra.div>
          </chakra.li>
        );
      })}
    </Section>
  );
}
