import { useMemo } from 'react';
import { UNCATEGORIZED } from '#domain/books/categories';
import { formatDate } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { parseRhythm } from '#domain/schedules/rhythm';
import type { Actor } from '#store/commands/commit/commit';
import { addOccurrence } from '#store/commands/schedules/occurrence-add';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import { keepSchedule, unpairSchedule, updateSchedule } from '#store/commands/schedules/schedule-update';
import { undoAction } from '#store/commands/undo/action-undo';
import type { OpenOccurrence, PlannedSchedule } from '#store/queries/schedules/open-occurrences';
import * as failures from '#texts/failures';
import { rhythmInWords } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedules';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { offerUndo } from '../undo/offer-undo.ts';
import { nameOf } from './schedule-name.ts';

type Sides = Pick<PlannedSchedule, 'schedule' | 'other'>;

/** Whether it was done. A toast has told either, with Undo. */
type Done = Promise<boolean>;

type SavedDraft = Actor['draft'];

interface Added {
  toAccountId: string | undefined;
  entries: readonly TransactionRow[];
  draft: SavedDraft;
}

interface ScheduleCommands {
  /** `entries`: the entry that repeats, or both its sides. */
  add: (fields: ScheduleFields, to: Added) => Done;
  update: (sides: Sides, fields: Partial<Omit<ScheduleFields, 'accountId'>>, draft: SavedDraft) => Done;
  remove: (sides: Sides) => Done;
  keep: (sides: Sides) => Done;
  /** A transfer whose other side is gone becomes a plain income or expense. */
  unpair: (sides: Sides) => Done;
  addNow: (occurrence: OpenOccurrence, values?: { date?: string; amount?: number }) => Done;
  skip: (occurrence: OpenOccurrence) => Done;
}

const SAVE_FAILURE = { title: failures.SCHEDULE_SAVE, description: texts.TRY_AGAIN };
const DELETE_FAILURE = { title: failures.SCHEDULE_DELETE, description: texts.TRY_AGAIN };
const ADD_FAILURE = { title: texts.ADD_FAILURE, description: texts.TRY_AGAIN };
const SKIP_FAILURE = { title: texts.SKIP_FAILURE, description: texts.TRY_AGAIN };

/** What a user can do to schedules and what is due. */
export function useScheduleCommands(): ScheduleCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(() => {
    type Command = Parameters<typeof orToast<{ actionId: string | null }, never, string>>[1];
    const run = async (failure: typeof SAVE_FAILURE, command: Command, title: string, description: string): Done => {
      const done = await orToast(failure, command);
      if (!done) return false;
      const { actionId } = done;
      if (actionId === null) return true;
      const undo = () => void orToast(failure, () => undoAction(db, actor, { id: actionId }));
      offerUndo(db, actionId, { title, description }, undo);
      return true;
    };
    return {
      add: (fields, { draft, ...to }) =>
        run(
          SAVE_FAILURE,
          () => addSchedule(db, { ...actor, draft }, fields, to),
          texts.SAVED_TITLE,
          `${nameOf(fields)}: ${rhythmInWords(parseRhythm(fields.rhythm))}`,
        ),
      update: (sides, fields, draft) =>
        run(
          SAVE_FAILURE,
          () => updateSchedule(db, { ...actor, draft }, sides, fields),
          texts.UPDATED_TITLE,
          nameOf(sides.schedule),
        ),
      remove: (sides) =>
        run(
          DELETE_FAILURE,
          () => deleteSchedule(db, actor, sides),
          texts.DELETED_TITLE,
          `${nameOf(sides.schedule)}. ${texts.DELETED}`,
        ),
      keep: (sides) =>
        run(SAVE_FAILURE, () => keepSchedule(db, actor, sides), texts.KEPT_TITLE, nameOf(sides.schedule)),
      unpair: ({ schedule }) =>
        run(
          SAVE_FAILURE,
          () => unpairSchedule(db, actor, { schedule, category: UNCATEGORIZED }),
          texts.UNPAIRED_TITLE,
          nameOf(schedule),
        ),
      addNow: (occurrence, values = {}) =>
        run(
          ADD_FAILURE,
          () => addOccurrence(db, actor, occurrence, values),
          texts.ADDED_TITLE,
          texts.addedOn(nameOf(occurrence.schedule), formatDate(values.date ?? occurrence.date)),
        ),
      skip: (occurrence) =>
        run(
          SKIP_FAILURE,
          () => skipOccurrence(db, actor, occurrence),
          texts.SKIPPED_TITLE,
          texts.addedOn(nameOf(occurrence.schedule), formatDate(occurrence.date)),
        ),
    };
  }, [db, actor]);
}
