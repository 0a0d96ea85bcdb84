import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/auth';
import { Button } from '#ui/button';
import { notify } from '#ui/notices';
import { PasswordField } from '#ui/password-field';
import { useAuth } from './auth.tsx';
import { describeFailure } from './auth-failure.ts';
import { useSubmit } from './use-submit.ts';

/** Chooses a new password for who came by the link of a recovery mail and is signed in by it. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { errors, busy, onSubmit } = useSubmit<'password'>(
    () => {
      setRefusal(null);
      return password === '' ? { password: texts.NEW_PASSWORD_MISSING } : {};
    },
    async () => {
      try {
        const auth = await loadAuth();
        await auth.setPassword(password);
        notify({ title: texts.NEW_PASSWORD_SAVED, tone: 'success' });
        onDone();
      } catch (error) {
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
      {/* Tells a password manager whose entry to change. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={texts.NEW_PASSWORD}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password ?? refusal}
      />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {texts.SAVE_PASSWORD}
      </Button>
    </chakra.form>
  );
}
