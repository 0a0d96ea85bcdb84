import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { readAccountDraft } from '#domain/drafts';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { FormStack } from '#ui/form-stack';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { NEW_ACCOUNT_FORM } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { type AccountDraft, NEW_ACCOUNT } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { OpeningFields } from './opening-fields.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useCreateAccount } from './use-create-account.ts';

/** Opens above the accounts table and closes when the account is made. */
export function CreateAccountForm({ onClose }: { onClose: () => void }) {
  return (
    <WithDraft form={NEW_ACCOUNT_FORM} read={readAccountDraft} readFrom={readAccountDraft}>
      {(draft) => <NewAccount kept={draft} onClose={onClose} />}
    </WithDraft>
  );
}

function NewAccount({ kept, onClose }: { kept: FormDraft<AccountDraft, AccountDraft>; onClose: () => void }) {
  const create = useCreateAccount();
  const titleId = useId();
  const { draft, errors, change, submit, formRef, worth } = useAccountForm(
    NEW_ACCOUNT,
    kept,
    async (entered, saved) => {
      const created = await create(entered, saved);
      if (created) onClose();
      return created;
    },
  );
  const cancel = () => {
    void kept.keeper.drop();
    onClose();
  };
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h3 id={titleId} fontSize="md" mb="4">
        {texts.NEW_TITLE}
      </chakra.h3>
      <FormStack ref={formRef} noValidate aria-labelledby={titleId} data-draft onSubmit={submit} pt="0">
        <DraftLine draft={kept} worth={worth} formRef={formRef} />
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: '2fr 1fr 1fr 3fr' }}>
          <AccountFields draft={draft} errors={errors} onChange={change} />
          <OpeningFields draft={draft} errors={errors} onChange={change} />
        </chakra.div>
        <chakra.div mt="1" display="flex" justifyContent="flex-end" gap="2">
          <Button variant="outline" onClick={cancel}>
            {actions.CANCEL}
          </Button>
          <Button type="submit">{texts.CREATE}</Button>
        </chakra.div>
      </FormStack>
    </Card>
  );
}
