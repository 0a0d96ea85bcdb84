import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { LONGEST_NAME } from '#domain/entered-text';
import { keepEntry } from '#store/commands/entries/entry-keep';
import type { OutboxEntry } from '#store/database/records';
import * as actions from '#texts/actions';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/sync/entry-form';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import { TextField } from '#ui/text-field';
import { showToast } from '#ui/toast';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { useActor, useDatabase } from '../../session/session.ts';

/** Asks for the name of a new account that takes the entry. Its user may add to no account that there is. */
export default function KeepEntryDialog({ entry, onClose }: { entry: OutboxEntry; onClose: () => void }) {
  const database = useDatabase();
  const actor = useActor();
  const formId = useId();
  const { formRef, focusFirstError } = useErrorFocus();
  const [name, setName] = useState<string>(texts.OWN_ACCOUNT);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const kept = await keepEntry(database, actor, { mutationId: entry.id, name }).catch(() => null);
    if (kept?.ok) return onClose();
    const problem = kept?.errors.name;
    if (problem) {
      setError(problem === 'too_long' ? problems.tooLong(LONGEST_NAME) : problems.NO_ACCOUNT_NAME);
      focusFirstError();
    } else showToast({ title: texts.NOT_KEPT, description: texts.NOT_SAVED, tone: 'error' });
  };

  return (
    <Dialog
      open
      title={texts.KEEP_TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {texts.KEEP}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={formRef} noValidate onSubmit={submit}>
        <chakra.p color="fg.muted">{texts.KEEP_EXPLANATION}</chakra.p>
        <TextField
          label={terms.NAME}
          name="name"
          value={name}
          error={error}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FormStack>
    </Dialog>
  );
}
