import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/accounts';
import * as actions from '#texts/actions';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { NEW_ACCOUNT } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useCreateAccount } from './use-create-account.ts';

/** Opens above the accounts table and closes when the account is made. */
export function CreateAccountForm({ onClose }: { onClose: () => void }) {
  const create = useCreateAccount();
  const titleId = useId();
  const { draft, errors, change, submit, formRef } = useAccountForm(NEW_ACCOUNT, async (entered) => {
    if (await create(entered)) onClose();
  });
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h3 id={titleId} fontSize="md" mb="4">
        {texts.NEW_TITLE}
      </chakra.h3>
      <chakra.form ref={formRef} noValidate aria-labelledby={titleId} onSubmit={submit}>
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '2fr 1fr 3fr' }}>
          <AccountFields draft={draft} errors={errors} onChange={change} />
        </chakra.div>
        <chakra.div mt="5" display="flex" justifyContent="flex-end" gap="2">
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit">{texts.CREATE}</Button>
        </chakra.div>
      </chakra.form>
    </Card>
  );
}
