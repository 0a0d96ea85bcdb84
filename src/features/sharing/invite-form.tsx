import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { readInvitationDraft } from '#domain/drafts';
import type { InvitedRole, Target } from '#domain/rows';
import { foldText } from '#domain/search-text';
import * as linkTexts from '#texts/sharing/invitation-link';
import * as texts from '#texts/sharing/invitations';
import * as roles from '#texts/sharing/roles';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ChoiceField } from '#ui/choice-field';
import { Combobox } from '#ui/combobox';
import { FormStack } from '#ui/form-stack';
import { SelectField, type SelectOption } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { useTypedChoices } from '#ui/use-typed-choices.ts';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { invitationForm } from '../../session/drafts/form-names.ts';
import { type FormDraft, useKeepDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { HandOverLink } from './hand-over-link.tsx';
import type { FormErrors } from './invitation-refusal.ts';
import { useInvitationCommands } from './use-invitation-commands.ts';
import { useInviteTargets } from './use-invite-targets.ts';
import { useKeepsMails } from './use-keeps-mails.ts';

export interface Preselected {
  account?: string | undefined;
  budget?: string | undefined;
}

interface Draft {
  email: string;
  name: string;
  role: InvitedRole;
  target: Target;
  /** One choice for each kind, so that switching the kind and back loses nothing. */
  chosen: Record<Target, string>;
}

const KINDS = [
  { value: 'account', label: texts.TARGETS.account.name },
  { value: 'budget', label: texts.TARGETS.budget.name },
] as const;

const NONE: SelectOption[] = [];

const ROLES = [
  { value: 'viewer', label: roles.NAMES.viewer },
  { value: 'member', label: roles.NAMES.member },
  { value: 'admin', label: roles.NAMES.admin },
] as const;

function emptyDraft({ account, budget }: Preselected): Draft {
  const target = budget !== undefined ? 'budget' : 'account';
  return { email: '', name: '', role: 'viewer', target, chosen: { account: account ?? '', budget: budget ?? '' } };
}

/**
 * Invites somebody by e-mail. The preselected target comes from the address, so it counts only where the user may
 * invite to it.
 */
export function InviteForm({ preselected }: { preselected: Preselected }) {
  const { account, budget } = preselected;
  return (
    <WithDraft form={invitationForm(account ?? budget)} read={readInvitationDraft}>
      {(kept) => <InvitationForm preselected={preselected} kept={kept} />}
    </WithDraft>
  );
}

function InvitationForm({ preselected, kept }: { preselected: Preselected; kept: FormDraft<Draft> }) {
  const targets = useInviteTargets();
  const keepsMails = useKeepsMails();
  const { send } = useInvitationCommands();
  const [draft, setDraft] = useState(() => kept.kept?.values ?? emptyDraft(preselected));
  const [errors, setErrors] = useState<FormErrors>({});
  const [sending, setSending] = useState(false);
  const typed = useTypedChoices<Target>();
  const { formRef, focusFirstError } = useErrorFocus();
  const titleId = useId();
  const { target } = draft;
  const worth = draft.email + draft.name !== '';
  useKeepDraft(kept, { values: draft, worth });
  const options = targets[target];
  const only = options?.length === 1 ? options[0] : undefined;
  const chosen = options?.find(({ value }) => value === draft.chosen[target]) ?? only;

  const change = (fields: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...fields }));
    setErrors({});
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const unknown = typed.problems()?.[target];
    if (unknown !== undefined) {
      setErrors({ targetId: unknown });
      return focusFirstError();
    }
    setSending(true);
    const { email, name, role } = draft;
    const input = { email, name, role, target, targetId: chosen?.value ?? '' };
    const problems = await send(input, chosen?.label ?? '', kept.keeper.saved());
    setSending(false);
    setErrors(problems ?? {});
    if (problems) focusFirstError();
    else setDraft((current) => ({ ...current, email: '', name: '', role: 'viewer' }));
  };

  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md">
        {texts.FORM_TITLE}
      </chakra.h2>
      <chakra.div mt="1" mb="5" display="flex" flexDirection="column" gap="3">
        <chakra.p color="fg.muted">{keepsMails ? linkTexts.NO_MAIL : texts.FORM_EXPLANATION}</chakra.p>
        {keepsMails && <HandOverLink />}
      </chakra.div>
      <FormStack ref={formRef} noValidate aria-labelledby={titleId} data-draft onSubmit={submit} pt="0">
        <DraftLine draft={kept} worth={worth} formRef={formRef} />
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} alignItems="start">
          <TextField
            label={terms.EMAIL_ADDRESS}
            type="email"
            name="invited-email"
            value={draft.email}
            error={errors.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <TextField
            label={terms.NAME}
            optional
            name="invited-name"
            value={draft.name}
            error={errors.name}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <ChoiceField
            label={texts.TARGET}
            value={target}
            options={KINDS}
            onChange={(kind) => change({ target: kind })}
          />
          <Combobox
            // What is typed belongs to the kind.
            key={target}
            label={texts.TARGETS[target].name}
            name="target"
            value={chosen?.value ?? ''}
            error={errors.targetId}
            disabled={!options || options.length === 0}
            placeholder={placeholderOf(options, target)}
            choices={options ?? NONE}
            fold={foldText}
            {...typed.of(
              target,
              (id) => change({ chosen: { ...draft.chosen, [target]: id } }),
              () => change({}),
            )}
          />
          <chakra.div gridColumn={{ md: '1 / -1' }}>
            <SelectField
              label={texts.ROLE}
              value={draft.role}
              options={ROLES}
              hint={roles.SUMMARIES[target][draft.role]}
              onChange={(event) =>
                change({ role: ROLES.find(({ value }) => value === event.currentTarget.value)?.value ?? 'viewer' })
              }
            />
          </chakra.div>
        </chakra.div>
        <chakra.div mt="1" display="flex" flexDirection="column" alignItems={{ base: 'stretch', sm: 'flex-end' }}>
          <Button type="submit" disabled={sending || !options}>
            {sending ? texts.SENDING : texts.SEND}
          </Button>
        </chakra.div>
      </FormStack>
    </Card>
  );
}

function placeholderOf(options: readonly SelectOption[] | undefined, target: Target): string {
  const { loading, none, choose } = texts.TARGETS[target];
  if (!options) return loading;
  return options.length === 0 ? none : choose;
}
