import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { can } from '#domain/roles';
import * as texts from '#texts/accounts';
import * as actions from '#texts/actions';
import * as failures from '#texts/failures';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Trash2Icon } from '#ui/icons';
import { draftOfAccount } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { DeleteAccountQuestion } from './delete-account-question.tsx';
import { useAccountForm } from './use-account-form.ts';
import type { AccountView } from './use-accounts.ts';
import { useDeleteAccount } from './use-delete-account.ts';
import { useUpdateAccount } from './use-update-account.ts';

/**
 * Edits an account, and offers its deletion. `isOnlyOne`: the user owns no other account, so it cannot be deleted. It
 * is mounted while it is open.
 */
export default function EditAccountDialog(props: { view: AccountView; isOnlyOne: boolean; onClose: () => void }) {
  const { view, isOnlyOne, onClose } = props;
  const { account, role } = view;
  const update = useUpdateAccount();
  const remove = useDeleteAccount();
  const formId = useId();
  const [deleting, setDeleting] = useState(false);
  const { draft, errors, change, submit, formRef } = useAccountForm(draftOfAccount(account), async (entered) => {
    if (await update(account, entered)) onClose();
  });

  if (deleting && !isOnlyOne) {
    return (
      <DeleteAccountQuestion
        account={account}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          onClose();
          void remove(account);
        }}
      />
    );
  }
  return (
    <Dialog
      open
      title={texts.EDIT_TITLE}
      onClose={onClose}
      footer={
        <>
          {can(role, 'account.delete') && (
            <Button variant="ghost" color="danger" me={{ sm: 'auto' }} onClick={() => setDeleting(true)}>
              <Trash2Icon aria-hidden />
              {texts.DELETE_ACCOUNT}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {texts.SAVE_CHANGES}
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        ref={formRef}
        noValidate
        onSubmit={submit}
        display="flex"
        flexDirection="column"
        gap="4"
        pt="1"
      >
        {deleting && (
          <Alert tone="error" title={failures.CANNOT_DELETE_ACCOUNT}>
            {failures.LAST_ACCOUNT}
          </Alert>
        )}
        <AccountFields draft={draft} errors={errors} onChange={change} />
      </chakra.form>
    </Dialog>
  );
}
