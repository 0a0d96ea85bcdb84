import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { readTransferDraft } from '#domain/drafts';
import { LONGEST_NOTES } from '#domain/entered-text';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { BothSides } from '#store/queries/transfers/transfer';
import * as terms from '#texts/terms';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { Alert } from '#ui/alert';
import { Group } from '#ui/group';
import { TextField } from '#ui/text-field';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import { type FormDraft, useKeepDraft } from '../../../session/drafts/with-draft.tsx';
import { WrittenDateField } from '../../dates/written-date-field.tsx';
import { HistoryDisclosure } from '../../history/history-disclosure.tsx';
import { AmountInput } from '../form/amount-input.tsx';
import { DateInput } from '../form/date-input.tsx';
import { DeleteAside } from '../form/delete-aside.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { RepeatsLine } from '../form/repeats-line.tsx';
import { draftOfTransfer, TRANSFER_FIELDS } from '../form/transfer-draft.ts';
import { TransferMeanwhile } from './transfer-meanwhile.tsx';
import { OtherSideLink } from './transfer-text.tsx';
import { UnlinkLine } from './unlink-line.tsx';
import { useTransferCommands } from './use-transfer-commands.ts';
import { useTransferForm } from './use-transfer-form.ts';
import { useTransferMeanwhile } from './use-transfer-meanwhile.ts';

type KeptTransfer = NonNullable<ReturnType<typeof readTransferDraft>>;

/**
 * Both sides of a transfer in one form: the amount is one, and each side has its own day and notes. The description is
 * that of the side that was opened.
 */
export function TransferForm(props: {
  /** The side that was opened. */
  row: TransactionRow;
  sides: BothSides;
  draft: FormDraft<KeptTransfer, TransactionRow>;
  onClose: () => void;
  onDelete: () => void;
}) {
  const { row, sides: live, draft: kept, onClose, onDelete } = props;
  const { edit } = useTransferCommands();
  const begun = kept.kept?.values.begun ?? live;
  // What was typed of one side stays of that side, from whichever it is opened again.
  const opened = kept.kept?.from ?? row;
  const side = opened.id === live.from.id ? 'from' : 'to';
  const form = useTransferForm(kept.kept?.values ?? draftOfTransfer(live, live[side]), async (entered) => {
    if (await edit(current.sides, opened.id, entered, kept.keeper.saved())) closeForGood();
  });
  const { draft, errors, change } = form;
  const current = useTransferMeanwhile(begun, live, opened, form);
  const { from, to } = current.sides;
  const { fromName, toName, isApart } = live;
  const before = draftOfTransfer(current.sides, current.sides[side]);
  const worth = TRANSFER_FIELDS.some((field) => draft[field] !== before[field]);
  useKeepDraft(kept, { values: { ...draft, begun: { from, to } }, worth, from: opened });
  /** Without the text: it is saved, or the user does not want it. */
  const closeForGood = () => {
    void kept.keeper.drop();
    onClose();
  };
  return (
    <FormDialog
      title={texts.EDIT_TITLE}
      action={texts.UPDATE}
      form={form}
      drafted
      onClose={onClose}
      onCancel={closeForGood}
      aside={<DeleteAside onClose={closeForGood} onDelete={onDelete} />}
    >
      <DraftLine draft={kept} worth={worth} />
      <TransferMeanwhile sides={live} opened={opened} changed={current.changed} />
      {isApart && (
        <Alert tone="warning" title={texts.APART}>
          {sentences.apart(fromName, formatMoney(from.amount), toName, formatMoney(to.amount))}
        </Alert>
      )}
      <AmountInput value={draft.amount} error={errors.amount} change={change} typeFixed />
      <TextField
        label={sentences.ofSide(terms.DESCRIPTION, live[`${side}Name`])}
        name="description"
        value={draft.description}
        error={errors.description}
        autoComplete="off"
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Side title={texts.from(fromName)} shownIn={row.id === from.id ? null : from}>
        <DateInput value={draft.date} error={errors.date} change={change} />
        <Notes name="notes" value={draft.notes} onText={(notes) => change({ notes })} />
      </Side>
      <Side title={texts.to(toName)} shownIn={row.id === to.id ? null : to}>
        <WrittenDateField
          label={terms.DATE}
          name="toDate"
          value={draft.toDate}
          error={errors.toDate}
          onText={(toDate) => change({ toDate })}
        />
        <Notes name="toNotes" value={draft.toNotes} onText={(toNotes) => change({ toNotes })} />
      </Side>
      <RepeatsLine row={row} onClose={onClose} />
      <UnlinkLine rows={[from, to]} onUnlinked={closeForGood} />
      <HistoryDisclosure row={row} onRestored={onClose} />
    </FormDialog>
  );
}

/** What each side has for itself. The account that is not on the screen is a tap away. */
function Side(props: { title: string; shownIn: TransactionRow | null; children: ReactNode }) {
  const { title, shownIn, children } = props;
  return (
    <Group label={shownIn ? <OtherSideLink row={shownIn}>{title}</OtherSideLink> : title}>
      <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))" gap="3">
        {children}
      </chakra.div>
    </Group>
  );
}

function Notes(props: { name: string; value: string; onText: (text: string) => void }) {
  const { name, value, onText } = props;
  return (
    <TextField
      label={terms.NOTES}
      name={name}
      value={value}
      optional
      maxLength={LONGEST_NOTES}
      autoComplete="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
