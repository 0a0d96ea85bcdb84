import { chakra } from '@chakra-ui/react';
import { useEffect, useId } from 'react';
import { readAccountDraft } from '#domain/drafts';
import type { InvitationRow } from '#domain/rows';
import * as texts from '#texts/books/accounts';
import * as starts from '#texts/pages/start-choices';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { type AccountDraft, NEW_ACCOUNT } from '../../features/accounts/account-draft.ts';
import { AccountFields } from '../../features/accounts/account-fields.tsx';
import { OpeningFields } from '../../features/accounts/opening-fields.tsx';
import { useAccountForm } from '../../features/accounts/use-account-form.ts';
import { useCreateAccount } from '../../features/accounts/use-create-account.ts';
import { InvitationAlert } from '../../features/sharing/invitation-alert.tsx';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { NEW_ACCOUNT_FORM } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { StartChoices } from './start-choices.tsx';

/**
 * The screen of a signed-in user without an account: one step, which needs no network. Above it are the invitations
 * that the user has.
 */
export function FirstAccount({ invitations }: { invitations: readonly InvitationRow[] }) {
  return (
    <WithDraft form={NEW_ACCOUNT_FORM} read={readAccountDraft} readFrom={readAccountDraft}>
      {(draft) => <FirstAccountForm invitations={invitations} kept={draft} />}
    </WithDraft>
  );
}

function FirstAccountForm(props: {
  invitations: readonly InvitationRow[];
  kept: FormDraft<AccountDraft, AccountDraft>;
}) {
  const { invitations, kept } = props;
  const create = useCreateAccount();
  const titleId = useId();
  const { draft, errors, change, submit, formRef, worth } = useAccountForm(NEW_ACCOUNT, kept, create);
  // The log-in form that had the focus is gone, and this screen has only one task.
  useEffect(() => formRef.current?.querySelector<HTMLElement>('[name="name"]')?.focus(), [formRef]);
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      gap="4"
      maxWidth="form"
      width="full"
      mx="auto"
      mt={{ base: '2', md: '10' }}
    >
      <InvitationAlert invitations={invitations} />
      <Card aria-labelledby={titleId}>
        <chakra.h2 id={titleId} fontSize="lg">
          {texts.FIRST_TITLE}
        </chakra.h2>
        <chakra.p mt="1.5" mb="5" color="fg.muted" textWrap="pretty">
          {texts.FIRST_EXPLANATION}
        </chakra.p>
        <chakra.form
          ref={formRef}
          noValidate
          aria-labelledby={titleId}
          data-draft
          onSubmit={submit}
          display="flex"
          flexDirection="column"
          gap="4"
        >
          <DraftLine draft={kept} worth={worth} formRef={formRef} />
          <AccountFields draft={draft} errors={errors} onChange={change} />
          <OpeningFields draft={draft} errors={errors} onChange={change} />
          <Button type="submit" size="lg" mt="1">
            {texts.CREATE}
          </Button>
        </chakra.form>
      </Card>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.p color="fg.muted" flex="1 1 10rem">
          {starts.OTHERWISE}
        </chakra.p>
        <StartChoices />
      </chakra.div>
    </chakra.div>
  );
}
