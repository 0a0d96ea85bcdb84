import { type FormEvent, useId, useState } from 'react';
import { understoodAmount } from '#domain/money/money';
import type { EntryFields } from '#store/queries/rows/entry-subject';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/entry-form';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import { TextField } from '#ui/text-field';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import type { RowForm } from './row-entry-form.ts';

/** Corrects an entry about an account, a budget, a category or an invitation. `onSave` returns whether it was saved. */
export function EditRowEntry(props: {
  form: RowForm;
  onSave: (fields: EntryFields) => Promise<boolean>;
  onClose: () => void;
}) {
  const { form, onSave, onClose } = props;
  const formId = useId();
  const { formRef, focusFirstError } = useErrorFocus();
  const [draft, setDraft] = useState(form.start);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = form.check(draft);
    if (!checked.ok) {
      setErrors(checked.errors);
      focusFirstError();
    } else if (await onSave(checked.fields)) onClose();
  };

  return (
    <Dialog
      open
      title={form.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {texts.SAVE}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={formRef} noValidate onSubmit={submit}>
        {form.fields.map(({ name, label, kind, optional = false }) => {
          const Field = kind === 'amount' ? AmountField : TextField;
          return (
            <Field
              key={name}
              label={label}
              name={name}
              optional={optional}
              value={draft[name] ?? ''}
              error={errors[name]}
              hint={kind === 'amount' ? understoodAmount(draft[name] ?? '') : undefined}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          );
        })}
      </FormStack>
    </Dialog>
  );
}
