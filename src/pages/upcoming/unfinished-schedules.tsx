import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readEditedRow, readScheduleDraft } from '#domain/drafts';
import type { Draft } from '#store/database/records';
import { findTransaction } from '#store/queries/rows/transactions';
import type { PlannedSchedule } from '#store/queries/schedules/open-occurrences';
import * as texts from '#texts/device/drafts';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { NEW_SCHEDULE_FORM, SCHEDULE_FORMS, scheduleForm } from '../../session/drafts/form-names.ts';
import { momentOf } from '../../session/drafts/moment.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { type ScheduleRequest, useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { useDatabase } from '../../session/session.ts';

/** Forms of schedules that were begun and not saved. Where the entry of one is gone, it can only be discarded. */
export function UnfinishedSchedules({ schedules }: { schedules: readonly PlannedSchedule[] }) {
  const db = useDatabase();
  const drafts = useUnfinished(SCHEDULE_FORMS);
  const { request, open } = useScheduleForm();
  const entries = useLiveQuery(
    () => Promise.all(drafts.map(({ from }) => entryOf(from, (row) => findTransaction(db, row.id, row)))),
    [db, drafts],
  );
  // The form that is open says so itself.
  if (request || !entries || entries.length !== drafts.length) return null;
  const lines = drafts.map((draft, at) => lineOf(draft, entries[at] ?? null, schedules));
  if (lines.length === 0) return null;
  return (
    <chakra.div display="grid" gap="2">
      {lines.map(({ draft, text, begins }) => (
        <UnfinishedLine key={draft.form} draft={draft} text={text} onContinue={begins && (() => open(begins))} />
      ))}
    </chakra.div>
  );
}

type Entry = NonNullable<ReturnType<typeof readEditedRow>>;

/** The entry that is made to repeat, as it is by now; null where the form is about something else, or it is gone. */
async function entryOf(from: unknown, find: (row: Entry) => Promise<Entry | null>): Promise<Entry | null> {
  const row = readEditedRow(from);
  return row && find(row);
}

function lineOf(draft: Draft, entry: Entry | null, schedules: readonly PlannedSchedule[]) {
  const moment = momentOf(draft.keptAt);
  const planned = schedules.find(({ schedule }) => scheduleForm(schedule) === draft.form);
  if (planned) {
    const begins: ScheduleRequest = { kind: 'edit', ...planned };
    return { draft, text: texts.editNotSaved(nameOf(planned.schedule), moment), begins };
  }
  const text = texts.scheduleNotSaved(readScheduleDraft(draft.values)?.description ?? '', moment);
  if (draft.form === NEW_SCHEDULE_FORM) {
    const begins: ScheduleRequest = { kind: 'new', accountId: null };
    return { draft, text, begins };
  }
  const begins: ScheduleRequest | undefined = entry ? { kind: 'repeat', entry } : undefined;
  return { draft, text, begins };
}
