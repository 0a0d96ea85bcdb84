import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { AccountRow, ScheduleRow, TransactionRow } from '#domain/rows';
import type { ScheduleFields as Fields } from '#domain/schedules/check-schedule';
import { WEEKENDS } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedule-form';
import { Button } from '#ui/button';
import { ChoiceField } from '#ui/choice-field';
import { ChevronDownIcon, PencilIcon } from '#ui/icons';
import { SelectField } from '#ui/select-field';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { type FormDraft, useKeepDraft } from '../../session/drafts/with-draft.tsx';
import { WrittenDateField } from '../dates/written-date-field.tsx';
import { FormDialog } from '../transactions/form/form-dialog.tsx';
import { EndFields } from './end-fields.tsx';
import { NextDates } from './next-dates.tsx';
import { isChanged } from './resumed-edit.ts';
import { RhythmFields } from './rhythm-fields.tsx';
import { type ScheduleDraft, withStart } from './schedule-draft.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { type DraftForm, useDraftForm } from './use-draft-form.ts';

const MODES = [
  { value: 'add', label: texts.ADD_IT },
  { value: 'remind', label: texts.REMIND },
] as const;

const WEEKEND_VALUES = ['as_is', 'before', 'after'] as const satisfies readonly ScheduleRow['weekend'][];
const WEEKEND_OPTIONS = WEEKEND_VALUES.map((value) => ({ value, label: WEEKENDS[value] }));
const MATCH_VALUES = ['exact', 'near', 'any'] as const satisfies readonly ScheduleRow['amountMatch'][];
const MATCH_OPTIONS = MATCH_VALUES.map((value) => ({ value, label: texts.MATCHES[value] }));

const Pair = chakra('div', {
  base: { display: 'grid', gap: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', alignItems: 'start' },
});

/** The errors of what is added. Folded fields with errors unfold. */
const OF_ENTRY = ['accountId', 'toAccountId', 'amount', 'description', 'category', 'lines', 'notes'] as const;

/** The dialog with the form of a schedule: what it adds, how often, and until when. */
export function ScheduleForm(props: {
  title: string;
  action: string;
  /** What it begins with. */
  begun: ScheduleDraft;
  /** What was typed into it earlier and not saved. */
  start: ScheduleDraft | undefined;
  /** Keeps what is typed until it is saved or cancelled. */
  draft: FormDraft<ScheduleDraft, ScheduleRow | TransactionRow | null>;
  /** What is edited, or made to repeat. */
  from?: ScheduleRow | TransactionRow;
  accounts: readonly AccountRow[];
  /** What is added in a few words, where its fields are complete and stand folded. */
  summary?: string | undefined;
  /** The accounts stay as they are. */
  placed: boolean;
  /** Where it adds, in words, where that is not clear. */
  place?: string | undefined;
  /** It has added nothing yet. */
  isNew: boolean;
  /** The day of the entry that is made to repeat. */
  entryDate?: string | undefined;
  save: (fields: Fields, toAccountId: string | undefined) => Promise<boolean>;
  onClose: () => void;
}) {
  const { title, action, begun, start, draft: kept, from, accounts, summary, placed, place, isNew, entryDate } = props;
  const { save, onClose } = props;
  const form = useDraftForm(start ?? begun, placed, async (fields, toAccountId) => {
    if (await save(fields, toAccountId)) closeForGood();
  });
  const { draft, errors, change } = form;
  const worth = isChanged(draft, begun);
  useKeepDraft(kept, { values: draft, worth, from });
  /** Without the text: it is saved, or the user does not want it. */
  const closeForGood = () => {
    void kept.keeper.drop();
    onClose();
  };
  const [unfolded, setUnfolded] = useState(summary === undefined || start !== undefined);
  if (!unfolded && OF_ENTRY.some((field) => errors[field])) setUnfolded(true);
  return (
    <FormDialog title={title} action={action} form={form} drafted onClose={onClose} onCancel={closeForGood}>
      <DraftLine draft={kept} worth={worth} />
      {place !== undefined && (
        <chakra.p color="fg.muted" overflowWrap="anywhere">
          {place}
        </chakra.p>
      )}
      {unfolded ? (
        <ScheduleFields form={form} accounts={accounts} placed={placed} />
      ) : (
        <chakra.div>
          <chakra.p overflowWrap="anywhere">{summary}</chakra.p>
          <Button variant="plain" size="inline" onClick={() => setUnfolded(true)}>
            <PencilIcon aria-hidden />
            {texts.CHANGE_ENTRY}
          </Button>
        </chakra.div>
      )}
      <RhythmFields value={draft.rhythm} errors={errors} change={change} />
      <Pair>
        <WrittenDateField
          label={texts.START}
          name="startDate"
          value={draft.startDate}
          error={errors.startDate}
          onText={(startDate) => change(isNew ? withStart(draft, startDate) : { startDate })}
        />
        <EndFields draft={draft} errors={errors} change={change} />
      </Pair>
      <NextDates draft={draft} isNew={isNew} entryDate={entryDate} />
      <ChoiceField label={texts.MODE} value={draft.mode} options={MODES} onChange={(mode) => change({ mode })} />
      <More draft={draft} change={change} />
      {errors.form && (
        <chakra.p color="danger" fontSize="sm" role="alert">
          {errors.form}
        </chakra.p>
      )}
    </FormDialog>
  );
}

/** What few people change. */
function More({ draft, change }: Pick<DraftForm, 'draft' | 'change'>) {
  const [open, setOpen] = useState(draft.weekend !== 'as_is');
  return (
    <chakra.div display="grid" gap="4">
      <Button variant="plain" size="inline" justifySelf="start" aria-expanded={open} onClick={() => setOpen(!open)}>
        <chakra.span display="inline-flex" rotate={open ? '180deg' : undefined}>
          <ChevronDownIcon aria-hidden />
        </chakra.span>
        {texts.MORE}
      </Button>
      {open && (
        <>
          <SelectField
            label={texts.WEEKEND}
            name="weekend"
            options={WEEKEND_OPTIONS}
            value={draft.weekend}
            onChange={(event) =>
              change({ weekend: WEEKEND_VALUES.find((one) => one === event.currentTarget.value) ?? 'as_is' })
            }
          />
          <SelectField
            label={texts.MATCH}
            name="amountMatch"
            options={MATCH_OPTIONS}
            value={draft.amountMatch}
            hint={texts.MATCH_HINT}
            onChange={(event) =>
              change({ amountMatch: MATCH_VALUES.find((one) => one === event.currentTarget.value) ?? 'near' })
            }
          />
        </>
      )}
    </chakra.div>
  );
}
