import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { categoryType } from '#domain/refunds';
import type { TransactionRow } from '#domain/rows';
import { type BulkChange, changedBy, isAgreed, takesCategory } from '#domain/transactions/bulk-change';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/bulk';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { SelectField } from '#ui/select-field';
import { dateTyped } from '../../dates/date-reading.ts';
import { BULK_FIELDS } from './bulk-fields.tsx';
import { useChangeMany } from './use-change-many.ts';

/** Gives all these rows one value of one field. It tells how many of them will change. */
export default function BulkChangeDialog(props: {
  rows: readonly TransactionRow[];
  accountId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { rows, accountId, onDone, onClose } = props;
  const formId = useId();
  const [name, setName] = useState<string>(BULK_FIELDS[0].field);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { busy, change: changeAll } = useChangeMany(onDone);
  const { field, Control, read } = BULK_FIELDS.find((one) => one.field === name) ?? BULK_FIELDS[0];
  const types = new Set(rows.filter(takesCategory).map(categoryType));
  const date = field === 'date' ? dateTyped(text) : null;
  const change = read(field === 'date' ? (date ?? '') : text);
  const concerned = change ? rows.filter((row) => changedBy(change, row)) : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change) setError(texts.CHOOSE_VALUE);
    else if (concerned.length === 0) setError(texts.NOTHING_TO_CHANGE);
    else void changeAll(concerned, change);
  };
  return (
    <Dialog
      open
      title={texts.change(rows.length)}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId} disabled={busy}>
            {texts.CHANGE}
          </Button>
        </>
      }
    >
      <chakra.form id={formId} display="flex" flexDirection="column" gap="4" noValidate onSubmit={submit}>
        <SelectField
          label={texts.WHAT}
          name="field"
          value={field}
          options={BULK_FIELDS.map((one) => ({ value: one.field, label: one.label }))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setText('');
            setError(null);
          }}
        />
        <Control
          key={field}
          text={text}
          accountId={accountId}
          types={types}
          error={error}
          onText={(next) => {
            setText(next);
            setError(null);
          }}
        />
        <chakra.p role="status" color="fg.muted" fontSize="sm">
          {change && [texts.willChange(concerned.length, rows.length), ...staying(rows, change, concerned)].join(' ')}
        </chakra.p>
      </chakra.form>
    </Dialog>
  );
}

/** So many of the rows that the sentence is about are named in it. */
const NAMED = 3;

/** Which rows stay or keep something, and why. */
function staying(rows: readonly TransactionRow[], change: BulkChange, concerned: readonly TransactionRow[]): string[] {
  const { field } = change;
  const isReconciled = ({ status }: TransactionRow) => status === 'reconciled';
  const kept = isAgreed(field) ? rows.filter(isReconciled) : [];
  const changed = concerned.filter(isReconciled);
  const stays = (row: TransactionRow) => row.nature === 'transfer' && !(isAgreed(field) && isReconciled(row));
  const transfers = rows.filter(stays).length;
  return [
    ...(isAgreed(field) && kept.length > 0 ? [texts.reconciledKeep(kept.length, field, namesOf(kept))] : []),
    ...(changed.length > 0 ? [texts.reconciledChange(changed.length, namesOf(changed))] : []),
    ...(transfers > 0 && field !== 'status' ? [texts.transfersStay(transfers)] : []),
  ];
}

function namesOf(rows: readonly TransactionRow[]): string[] {
  return rows.slice(0, NAMED).map(({ description, category }) => description || category);
}
