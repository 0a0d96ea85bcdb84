import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { readAccountDraft } from '#domain/drafts';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Trash2Icon } from '#ui/icons';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { accountForm } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { type AccountDraft, draftOfAccount } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { DeleteAccountQuestion } from './delete-account-question.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useDeleteAccount } from './use-delete-account.ts';
import { useUpdateAccount } from './use-update-account.ts';

/**
 * Edits an account, and offers its deletion. `isOnlyOne`: the user owns no other account, so it cannot be deleted. It
 * is mounted while it is open.
 */
export default function EditAccountDialog(props: EditAccountProps) {
  return (
    <WithDraft form={accountForm(props.view.account.id)} read={readAccountDraft} readFrom={readAccountDraft} wait>
      {(draft) => <EditDialog {...props} kept={draft} />}
    </WithDraft>
  );
}

interface EditAccountProps {
  view: AccountView;
  isOnlyOne: boolean;
  onClose: () => void;
}

function EditDialog(props: EditAccountProps & { kept: FormDraft<AccountDraft, AccountDraft> }) {
  const { view, isOnlyOne, kept, onClose } = props;
  const { account, role } = view;
  const update = useUpdateAccount();
  const remove = useDeleteAccount();
  const formId = useId();
  const [deleting, setDeleting] = useState(false);
  const [start] = useState(() => draftOfAccount(account));
  const { draft, errors, change, submit, formRef, worth } = useAccountForm(start, kept, async (entered, saved) => {
    const updated = await update(account, entered, saved);
    if (updated) onClose();
    return updated;
  });
  const cancel = () => {
    void kept.keeper.drop();
    onClose();
  };

  if (deleting && !isOnlyOne) {
    return (
      <DeleteAccountQuestion
        account={account}
        onCancel={() => setDeleting(false)}
        onConfirm={(chosen) => {
          onClose();
          void remove(account, chosen);
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
          <Button variant="outline" onClick={cancel}>
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
        data-draft
        onSubmit={submit}
        display="flex"
        flexDirection="column"
        gap="4"
        pt="1"
      >
        <DraftLine draft={kept} worth={worth} />
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
