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
import { ReceivedInvitations } from '../../features/sharing/received-invitations.tsx';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { NEW_ACCOUNT_FORM } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { StartChoices } from './start-choices.tsx';

/**
 * The screen of a signed-in user without an account: one step, which needs no network. Before it stand the invitations
 * that the user has, with their answers. An accepted one leads to its account, as soon as the server has it.
 */
export function FirstAccount(props: {
  invitations: readonly InvitationRow[];
  /** The user has a budget of somebody else's account, which is above. */
  isGuest: boolean;
}) {
  return (
    <WithDraft form={NEW_ACCOUNT_FORM} read={readAccountDraft} readFrom={readAccountDraft}>
      {(draft) => <FirstAccountForm {...props} kept={draft} />}
    </WithDraft>
  );
}

function FirstAccountForm(props: {
  invitations: readonly InvitationRow[];
  isGuest: boolean;
  kept: FormDraft<AccountDraft, AccountDraft>;
}) {
  const { invitations, isGuest, kept } = props;
  const create = useCreateAccount();
  const titleId = useId();
  const { draft, errors, change, submit, formRef, worth } = useAccountForm(NEW_ACCOUNT, kept, create);
  const isAlone = invitations.length === 0 && !isGuest;
  // The log-in form that had the focus is gone, and this screen has only one task, unless somebody waits for an answer.
  useEffect(() => {
    if (isAlone) formRef.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [formRef, isAlone]);
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
      <ReceivedInvitations hideEmpty />
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
