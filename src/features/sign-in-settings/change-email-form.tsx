import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as auth from '#texts/auth/auth';
import * as texts from '#texts/auth/sign-in-settings';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { TextField } from '#ui/text-field';
import { showToast } from '#ui/toast';
import { useActor } from '../../session/session.ts';
import { useAuth } from '../auth/auth.tsx';
import { AuthFailure, describeFailure } from '../auth/auth-failure.ts';
import { checkEmail } from '../auth/credentials.ts';
import { changeEmail, type EmailChange } from '../auth/login-service.ts';
import { useSubmit } from '../auth/use-submit.ts';
import { useRefusal } from './use-refusal.ts';

/** Asks for another address. It says what has to happen until the address changes. */
export function ChangeEmailForm({ onChanged }: { onChanged: () => void }) {
  const loadAuth = useAuth();
  const { email: present } = useActor();
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState<{ change: EmailChange; email: string } | null>(null);
  const { refusal, setRefusal, formRef } = useRefusal<'email'>();
  const { errors, busy, onSubmit } = useSubmit<'email'>(
    () => {
      setRefusal({});
      setAsked(null);
      if (email.trim().toLowerCase() === present.toLowerCase()) return { email: texts.EMAIL_SAME };
      return checkEmail(email);
    },
    async () => {
      const wanted = email.trim();
      try {
        const change = await changeEmail(await loadAuth(), wanted);
        setAsked({ change, email: wanted });
        if (change !== 'changed') return;
        showToast({ title: texts.EMAIL_CHANGED, description: texts.loggedInWith(wanted), tone: 'success' });
        onChanged();
      } catch (error) {
        const taken = error instanceof AuthFailure && error.reason === 'email_taken';
        setRefusal({ email: taken ? texts.EMAIL_TAKEN : describeFailure(error, texts.EMAIL_ERROR) });
      }
    },
  );
  return (
    <chakra.form ref={formRef} noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <chakra.p color="fg.muted" overflowWrap="anywhere">
        {texts.loggedInWith(present)}
      </chakra.p>
      {asked && asked.change !== 'changed' && (
        <Alert tone="info" title={asked.change === 'mailed' ? auth.RECOVERY_SENT_TITLE : texts.NO_MAIL_TITLE}>
          <chakra.span overflowWrap="anywhere">
            {asked.change === 'mailed' ? texts.mailed(asked.email) : texts.keptOnServer(asked.email)}
          </chakra.span>
        </Alert>
      )}
      <TextField
        label={texts.NEW_EMAIL}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email ?? refusal.email}
      />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {texts.SEND_LINKS}
      </Button>
    </chakra.form>
  );
}
