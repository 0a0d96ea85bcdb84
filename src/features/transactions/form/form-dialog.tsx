import { type ReactNode, useId } from 'react';
import * as actions from '#texts/actions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import type { TransactionForm } from './use-transaction-form.ts';

/** A dialog around a form of transactions: its fields, Cancel, and the button that saves. */
export function FormDialog(props: {
  title: string;
  /** The action of the main button. */
  action: string;
  form: Pick<TransactionForm, 'formRef' | 'submit'>;
  /** What is typed is kept. */
  drafted: boolean;
  onClose: () => void;
  /** The user does not want what is typed. */
  onCancel: () => void;
  /** A further button before the others. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { title, action, form, drafted, onClose, onCancel, aside, children } = props;
  const formId = useId();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          {aside}
          <Button variant="outline" onClick={onCancel}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {action}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={form.formRef} noValidate data-draft={drafted || undefined} onSubmit={form.submit}>
        {children}
      </FormStack>
    </Dialog>
  );
}
