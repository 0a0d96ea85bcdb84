import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/auth/auth';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { showToast } from '#ui/toast';
import { useAuth } from '../../features/auth/auth.tsx';
import { AuthFailure, describeFailure } from '../../features/auth/auth-failure.ts';
import { useSubmit } from '../../features/auth/use-submit.ts';

/** Sets a new password for a user who was signed in by the link of a recovery mail. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Null until the server asks for it. */
  const [present, setPresent] = useState<string | null>(null);
  const { errors, busy, onSubmit } = useSubmit<'password'>(
    () => {
      setRefusal(null);
      return password === '' ? { password: texts.NEW_PASSWORD_MISSING } : {};
    },
    async () => {
      try {
        const auth = await loadAuth();
        await auth.setPassword(password, present ?? undefined);
        showToast({ title: texts.NEW_PASSWORD_SAVED, tone: 'success' });
        onDone();
      } catch (error) {
        if (error instanceof AuthFailure && error.reason === 'log_in_again') setPresent(present ?? '');
        setRefusal(describeFailure(error, texts.NEW_PASSWORD_ERROR));
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <div>
        <chakra.h2 fontSize="md">{texts.NEW_PASSWORD_TITLE}</chakra.h2>
        <chakra.p color="fg.muted" mt="1" overflowWrap="anywhere">
          {texts.newPasswordOf(email)}
        </chakra.p>
      </div>
      {/* Tells a password manager which entry to change. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={texts.NEW_PASSWORD}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password ?? (present === null ? refusal : null)}
      />
      {present !== null && (
        <PasswordField
          label={texts.PRESENT_PASSWORD}
          name="present-password"
          autoComplete="current-password"
          value={present}
          onChange={(event) => setPresent(event.target.value)}
          error={refusal}
        />
      )}
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {texts.SAVE_PASSWORD}
      </Button>
    </chakra.form>
  );
}
