import type { ReactNode } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { TransactionFields } from '#domain/transactions/transactions';
import * as texts from '#texts/transactions/changed-meanwhile';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import type { FormDraft } from '../../../session/drafts/with-draft.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { TransactionDraft } from './transaction-draft.ts';
import { type AddAnew, useKeptForm } from './use-kept-form.ts';
import type { TransactionForm } from './use-transaction-form.ts';

/**
 * The one dialog with the form of a transaction; its callers choose the fields. It saves complete drafts only, and
 * tells what changed elsewhere while it is open.
 */
export function TransactionFormDialog(props: {
  title: string;
  /** The action of the main button. */
  action: string;
  start: TransactionDraft;
  /** The row that is edited. Without it, nothing can change elsewhere. */
  row?: TransactionRow | undefined;
  /** Keeps what is typed until it is saved or cancelled. */
  draft?: FormDraft<TransactionDraft, TransactionRow>;
  /** Returns whether it was saved; the dialog then closes. `latest` is the row as it is now. */
  save: (draft: TransactionDraft, fields: TransactionFields, latest: TransactionRow | null) => Promise<boolean>;
  /** As in `useKeptForm`. */
  addAnew?: (gone: TransactionRow) => AddAnew | null;
  onClose: () => void;
  /** A further button before the others, while the row is there. */
  aside?: ReactNode;
  /** The fields. */
  children: (form: TransactionForm) => ReactNode;
}) {
  const { title, action, row, draft: kept, aside, children, ...edit } = props;
  const { form, current, isAddedAnew, worth, closeForGood } = useKeptForm({ ...edit, row, draft: kept });

  return (
    <FormDialog
      title={title}
      action={isAddedAnew ? texts.ADD_ANEW : action}
      form={form}
      drafted={kept !== undefined}
      onClose={edit.onClose}
      onCancel={closeForGood}
      aside={!current.isGone && aside}
    >
      {kept && <DraftLine draft={kept} worth={worth} />}
      <ChangedMeanwhile {...current} isAddedAnew={isAddedAnew} />
      {children(form)}
    </FormDialog>
  );
}
