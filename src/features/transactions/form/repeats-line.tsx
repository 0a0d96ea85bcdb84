import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { formatMoney } from '#domain/money/money';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { scheduleOfRow } from '#store/queries/schedules/schedule-of-row';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { RepeatIcon } from '#ui/icons';
import { personName } from '../../../session/person-name.ts';
import { useActor, useDatabase } from '../../../session/session.ts';
import { RepeatButton } from './repeat-button.tsx';
import { draftOf } from './row-draft.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/**
 * The schedule that the entry is of, and what that says by now; or how to make the entry repeat. `onClose` closes the
 * form around it.
 */
export function RepeatsLine({ row, onClose }: { row: TransactionRow; onClose: () => void }) {
  const db = useDatabase();
  const actor = useActor();
  const schedule = useLiveQuery(() => scheduleOfRow(db, row), [db, row.id, row.accountId]);
  // Until it is known, the button keeps the room.
  if (!schedule) return <RepeatButton row={row} onClose={onClose} />;
  const { userId, userEmail } = schedule;
  const who = userId === null ? '' : personName({ userId, email: userEmail }, actor);
  return (
    <chakra.div color="fg.muted" display="flex" alignItems="flex-start" gap="2">
      <chakra.span mt="1">
        <RepeatIcon size={16} aria-hidden />
      </chakra.span>
      <chakra.div minWidth="0">
        <chakra.p overflowWrap="anywhere">{texts.bySchedule(schedule.description || schedule.category, who)}</chakra.p>
        <NewerValues row={row} schedule={schedule} onTaken={onClose} />
      </chakra.div>
    </chakra.div>
  );
}

/** The schedule was changed since, or the entry was: one press gives the entry what the schedule says. */
function NewerValues(props: { row: TransactionRow; schedule: ScheduleRow; onTaken: () => void }) {
  const { row, schedule, onTaken } = props;
  const update = useUpdateTransaction();
  const { amount, category, description, refund } = schedule;
  // A split divides its own amount, and the sides of a transfer change together.
  if (row.nature !== 'regular' || row.lines || schedule.lines || row.type !== schedule.type) return null;
  const says = [
    row.amount !== amount && formatMoney(amount),
    (row.category !== category || row.refund !== refund) && category,
    row.description !== description && description,
  ].filter((part) => part !== false);
  if (says.length === 0) return null;
  const draft = draftOf({ ...row, amount, category, description, refund });
  return (
    <chakra.p overflowWrap="anywhere">
      {texts.scheduleSays(says.join(', '))}{' '}
      <Button
        variant="plain"
        size="inline"
        onClick={async () => {
          if (await update(row, draft)) onTaken();
        }}
      >
        {texts.TAKE_IT}
      </Button>
    </chakra.p>
  );
}
