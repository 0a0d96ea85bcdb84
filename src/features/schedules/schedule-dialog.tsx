import { offeredAccounts } from '#domain/books/accounts';
import { readEditedRow, readEditedSchedule, readScheduleDraft } from '#domain/drafts';
import { formatSignedAmount } from '#domain/money/money';
import type { AccountRow, ScheduleRow, TransactionRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import * as texts from '#texts/schedules/schedule-form';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { NEW_SCHEDULE_FORM, repeatForm, scheduleForm } from '../../session/drafts/form-names.ts';
import { WithDraft } from '../../session/drafts/with-draft.tsx';
import type { ScheduleRequest } from '../../session/schedules/schedule-form-state.ts';
import { useToday } from '../dates/use-today.ts';
import { withKnownAccounts } from '../transactions/form/new-entry-draft.ts';
import { useTransfer } from '../transactions/transfer/use-transfer.ts';
import { resumedEdit } from './resumed-edit.ts';
import { newScheduleDraft, repeatedDraft, scheduleDraft } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { nameOf } from './schedule-name.ts';
import { useScheduleCommands } from './use-schedule-commands.ts';
import { usePlaces } from './use-upcoming.ts';

/**
 * The form of a schedule: of a new one, of an entry that is made to repeat, or of one that is there. What was typed and
 * not saved comes back.
 */
export default function ScheduleDialog({ request, onClose }: { request: ScheduleRequest; onClose: () => void }) {
  const known = useAddableAccounts();
  if (!known) return null;
  const { accounts, active } = known;
  switch (request.kind) {
    case 'new':
      return <NewSchedule accounts={accounts} accountId={request.accountId ?? active?.id ?? ''} onClose={onClose} />;
    case 'repeat':
      return request.entry.nature === 'transfer' ? (
        <RepeatedTransfer request={request} accounts={accounts} onClose={onClose} />
      ) : (
        <Repeated request={request} accounts={accounts} entries={[request.entry]} onClose={onClose} />
      );
    case 'edit':
      return <Edited request={request} accounts={accounts} onClose={onClose} />;
  }
}

interface Common {
  accounts: readonly AccountRow[];
  onClose: () => void;
}

function NewSchedule({ accounts, accountId, onClose }: Common & { accountId: string }) {
  const { add } = useScheduleCommands();
  const today = useToday();
  const offered = offeredAccounts(accounts, accountId);
  return (
    <WithDraft form={NEW_SCHEDULE_FORM} read={readScheduleDraft} wait>
      {(draft) => (
        <ScheduleForm
          title={texts.NEW_TITLE}
          action={texts.ADD}
          begun={newScheduleDraft(accountId, today)}
          start={draft.kept ? withKnownAccounts(draft.kept.values, offered) : undefined}
          draft={draft}
          accounts={offered}
          placed={false}
          isNew
          save={(fields, toAccountId) => add(fields, { toAccountId, entries: [], draft: draft.keeper.saved() })}
          onClose={onClose}
        />
      )}
    </WithDraft>
  );
}

type Repeat = Extract<ScheduleRequest, { kind: 'repeat' }>;

/** Both sides of a transfer repeat together, where the user may change both. */
function RepeatedTransfer({ request, ...common }: Common & { request: Repeat }) {
  const transfer = useTransfer(request.entry);
  if (!transfer) return null;
  const { sides } = transfer;
  if (!sides) return <Repeated request={request} entries={[]} {...common} />;
  const { from, to } = sides;
  return <Repeated request={{ ...request, entry: from }} to={to} entries={[from, to]} {...common} />;
}

/** `to`: the side of a transfer that receives. */
function Repeated(props: Common & { request: Repeat; to?: TransactionRow; entries: readonly TransactionRow[] }) {
  const { request, accounts, to, entries, onClose } = props;
  const { entry, timing } = request;
  const { add } = useScheduleCommands();
  const today = useToday();
  const begun = repeatedDraft(entry, to?.accountId ?? null, timing, today);
  // An entry that an import brought may lack what a form needs.
  const isComplete = begun.description !== '' && (begun.category !== '' || begun.lines !== null);
  const place = accounts.find(({ id }) => id === entry.accountId)?.name ?? '';
  const summary = [nameOf(entry), formatSignedAmount(entry), entry.lines ? '' : entry.category, place];
  const offered = offeredAccounts(accounts, entry.accountId);
  return (
    <WithDraft form={repeatForm(entry)} read={readScheduleDraft} readFrom={readEditedRow} wait>
      {(draft) => (
        <ScheduleForm
          title={texts.REPEAT_TITLE}
          action={texts.ADD}
          begun={begun}
          start={draft.kept ? withKnownAccounts(draft.kept.values, offered) : undefined}
          draft={draft}
          from={entry}
          accounts={offered}
          summary={isComplete ? summary.filter((part) => part !== '').join(' · ') : undefined}
          placed={false}
          isNew
          entryDate={entry.date}
          save={(fields, toAccountId) => add(fields, { toAccountId, entries, draft: draft.keeper.saved() })}
          onClose={onClose}
        />
      )}
    </WithDraft>
  );
}

function Edited({ request, accounts, onClose }: Common & { request: Extract<ScheduleRequest, { kind: 'edit' }> }) {
  const { schedule, other } = request;
  const { update } = useScheduleCommands();
  const places = usePlaces();
  if (!places) return null;
  const begun = scheduleDraft(schedule, other);
  const resumed = (kept: typeof begun, from: ScheduleRow | null) =>
    from ? resumedEdit(kept, scheduleDraft(from, other), begun) : kept;
  return (
    <WithDraft form={scheduleForm(schedule)} read={readScheduleDraft} readFrom={readEditedSchedule} wait>
      {(draft) => (
        <ScheduleForm
          title={texts.EDIT_TITLE}
          action={texts.UPDATE}
          begun={begun}
          start={draft.kept ? resumed(draft.kept.values, draft.kept.from) : undefined}
          draft={draft}
          from={schedule}
          accounts={accounts}
          placed
          place={places.areMany || schedule.pairId !== null ? places.placeOf(request) : undefined}
          isNew={false}
          save={(fields) => {
            const changed = schedule.pairId === null ? withoutAccount(fields) : ofSide(fields);
            return update(request, changed, draft.keeper.saved());
          }}
          onClose={onClose}
        />
      )}
    </WithDraft>
  );
}

function withoutAccount({ accountId: _, ...fields }: ScheduleFields) {
  return fields;
}

/** Each side of a transfer keeps its own type and category. */
function ofSide({ accountId: _, type: __, category: ___, lines: ____, refund: _____, ...shared }: ScheduleFields) {
  return shared;
}
