import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as auth from '#texts/auth/auth';
import * as texts from '#texts/auth/sign-in-settings';
import { Button } from '#ui/button';
import { CheckField } from '#ui/check-field';
import { PasswordField } from '#ui/password-field';
import { showToast } from '#ui/toast';
import { useActor } from '../../session/session.ts';
import { useAuth } from '../auth/auth.tsx';
import { AuthFailure, describeFailure } from '../auth/auth-failure.ts';
import { changePassword } from '../auth/login-service.ts';
import { type FieldErrors, useSubmit } from '../auth/use-submit.ts';
import { useRefusal } from './use-refusal.ts';

type Field = 'present' | 'next';

/** Sets a new password, for somebody who knows the present one. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const loadAuth = useAuth();
  const { email } = useActor();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [endOthers, setEndOthers] = useState(true);
  const { refusal, setRefusal, formRef } = useRefusal<Field>();
  const { errors, busy, onSubmit } = useSubmit<Field>(
    () => {
      setRefusal({});
      const missing: FieldErrors<Field> = {};
      if (present === '') missing.present = texts.PRESENT_PASSWORD_MISSING;
      if (next === '') missing.next = auth.NEW_PASSWORD_MISSING;
      return missing;
    },
    async () => {
      try {
        const left = await changePassword(await loadAuth(), { present, next, keepOthers: !endOthers });
        showToast({ title: auth.NEW_PASSWORD_SAVED, description: texts.passwordChanged(left), tone: 'success' });
        onDone();
      } catch (error) {
        const wrong = error instanceof AuthFailure && error.reason === 'invalid_credentials';
        if (wrong) setRefusal({ present: texts.PRESENT_PASSWORD_WRONG });
        else setRefusal({ next: describeFailure(error, auth.NEW_PASSWORD_ERROR) });
      }
    },
  );
  return (
    <chakra.form ref={formRef} noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      {/* Tells a password manager which entry to change. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={auth.PRESENT_PASSWORD}
        name="present-password"
        autoComplete="current-password"
        data-autofocus
        value={present}
        onChange={(event) => setPresent(event.target.value)}
        error={errors.present ?? refusal.present}
      />
      <PasswordField
        label={auth.NEW_PASSWORD}
        name="password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        error={errors.next ?? refusal.next}
      />
      <CheckField
        label={texts.LOG_OUT_OTHERS}
        hint={texts.LOG_OUT_OTHERS_HINT}
        checked={endOthers}
        onChange={setEndOthers}
      />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {auth.SAVE_PASSWORD}
      </Button>
    </chakra.form>
  );
}
