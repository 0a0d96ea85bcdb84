import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '#ui/button';
import { notify } from '#ui/notices';
import { PasswordField } from '#ui/password-field';
import { useAuth } from './auth.tsx';
import { describeFailure } from './auth-failure.ts';
import { useSubmit } from './use-submit.ts';

/** Chooses a new password for who came by the link of a recovery mail and is signed in by it. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { errors, busy, onSubmit } = useSubmit<'password'>(
    () => {
      setRefusal(null);
      return password === '' ? { password: 'Enter a new password.' } : {};
    },
    async () => {
      try {
        const auth = await loadAuth();
        await auth.setPassword(password);
        notify({ title: 'Password updated', tone: 'success' });
        onDone();
      } catch (error) {
        setRefusal(describeFailure(error, 'The password could not be changed.'));
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <chakra.h1 fontSize="md">Choose a new password</chakra.h1>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password ?? refusal}
      />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        Save password
      </Button>
    </chakra.form>
  );
}
