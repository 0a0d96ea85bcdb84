import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import * as actions from '#texts/actions';
import * as terms from '#texts/terms';
import { ADD_ANEW } from '#texts/transactions/changed-meanwhile';
import * as texts from '#texts/transactions/edit-in-place';
import { SHORT_KINDS } from '#texts/transactions/transaction-kinds';
import { FormOfCells } from '#ui/form-of-cells.ts';
import { CheckIcon, PencilIcon, PlusIcon, XIcon } from '#ui/icons';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import { AmountInput } from '../form/amount-input.tsx';
import { CategoryInput } from '../form/category-input.tsx';
import { ChangedMeanwhile } from '../form/changed-meanwhile.tsx';
import { DateInput } from '../form/date-input.tsx';
import { DescriptionInput } from '../form/description-input.tsx';
import { type Edit, RowEdit } from '../form/row-edit.tsx';
import { useKeptForm } from '../form/use-kept-form.ts';
import type { EditableCell } from './plain-row.ts';
import { type CellsProps, cellOf, type TableColumn } from './row-cells.tsx';
import './row-editor.css';

interface RowEditorProps extends CellsProps {
  /** The cell that has the focus first. */
  begin: EditableCell;
  /** Leaves the row. What was typed and not saved is kept. */
  onClose: () => void;
}

/**
 * The cells of a row as fields: the same edit as that of the dialog, with fewer fields. Enter saves, and Escape leaves.
 * The pencil goes on in the dialog, with what is typed.
 */
export default function RowEditor(props: RowEditorProps) {
  return <RowEdit row={props.row}>{(edit) => <EditedCells {...props} edit={edit} />}</RowEdit>;
}

function EditedCells({ edit, begin, onClose, columns, ...cell }: RowEditorProps & { edit: Edit }) {
  const { row, view } = cell;
  const id = useId();
  const { form, current, isAddedAnew, worth, closeForGood } = useKeptForm({ ...edit, onClose });
  const saving = isAddedAnew ? ADD_ANEW : actions.SAVE;
  const { draft, errors, change } = form;
  const { keeper } = edit.draft;

  // Before the row is drawn, so that the next key is typed into the field.
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const tr = form.formRef.current?.closest('tr');
    // A row that was scrolled out of sight comes back, and the user may be elsewhere.
    if (activeElement !== body && !tr?.contains(activeElement)) return;
    const field = tr?.querySelector<HTMLInputElement>(`.ledger-${begin} input`);
    field?.focus({ preventScroll: true });
    field?.select();
  }, [begin, form.formRef]);

  const goOn = async () => {
    await keeper.write();
    onClose();
    view.edit(current.row ?? row);
  };
  // Cells have no fields for the lines that a row got elsewhere, or in a draft of the dialog.
  const isWhole = draft.lines === null && current.row?.nature !== 'transfer';
  const goOnElsewhere = useEffectEvent(goOn);
  useEffect(() => {
    if (!isWhole) void goOnElsewhere();
  }, [isWhole]);

  const fieldOf = (column: TableColumn): ReactNode => {
    switch (column) {
      case 'date':
        return <DateInput value={draft.date} error={errors.date} change={change} />;
      case 'description':
        return (
          <>
            <DescriptionInput draft={draft} error={errors.description} change={change} />
            <DraftLine draft={edit.draft} worth={worth} />
            <ChangedMeanwhile {...current} isAddedAnew={isAddedAnew} />
          </>
        );
      case 'category':
        return isWhole && <CategoryInput draft={draft} errors={errors} change={change} splitElsewhere />;
      case 'type':
        return SHORT_KINDS[draft.type];
      case 'amount':
        return (
          <>
            <AmountInput
              value={draft.amount}
              error={errors.amount}
              change={change}
              typeFixed={!view.mayChange({ ...row, type: 'expense' })}
            />
            {draft.type !== row.type && <output>{draft.type === 'income' ? terms.INCOME : terms.EXPENSE}</output>}
          </>
        );
      case 'actions':
        return (
          <form
            id={id}
            ref={form.formRef}
            className="ledger-buttons"
            aria-label={actions.editOf(row.description || row.category)}
            noValidate
            data-draft
            onSubmit={form.submit}
          >
            <button type="submit" className="ledger-button" aria-label={saving} title={saving}>
              {isAddedAnew ? <PlusIcon size={16} aria-hidden /> : <CheckIcon size={16} aria-hidden />}
            </button>
            <RowButton label={texts.ALL_FIELDS} onPress={() => void goOn()}>
              <PencilIcon size={16} aria-hidden />
            </RowButton>
            <RowButton label={actions.CANCEL} onPress={closeForGood}>
              <XIcon size={16} aria-hidden />
            </RowButton>
          </form>
        );
      default:
        return cellOf(column, cell);
    }
  };

  return (
    <FormOfCells value={id}>
      {columns.map((column) => (
        <td key={column} className={`ledger-${column}`}>
          {fieldOf(column)}
        </td>
      ))}
    </FormOfCells>
  );
}

function RowButton({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="ledger-button" aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  );
}
