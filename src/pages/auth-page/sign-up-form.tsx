import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/auth';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { showToast } from '#ui/toast';
import { useAuth } from '../../features/auth/auth.tsx';
import { AuthFailure, describeFailure } from '../../features/auth/auth-failure.ts';
import { checkCredentials } from '../../features/auth/credentials.ts';
import { useSubmit } from '../../features/auth/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { useFailureToast } from './use-failure-toast.ts';

interface SignUpFormProps {
  email: string;
  onEmail: (email: string) => void;
  /** `confirmed`: the service does not ask to confirm the address. */
  onSignedUp: (confirmed: boolean) => void;
}

export function SignUpForm({ email, onEmail, onSignedUp }: SignUpFormProps) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [weakness, setWeakness] = useState<string | null>(null);
  const failure = useFailureToast();
  const { errors, busy, onSubmit } = useSubmit(
    () => {
      failure.clear();
      setWeakness(null);
      return checkCredentials(email, password);
    },
    async () => {
      try {
        const auth = await loadAuth();
        const { confirmed } = await auth.signUp(email.trim(), password);
        showToast({
          title: texts.SIGNED_UP,
          description: confirmed ? undefined : texts.CHECK_EMAIL,
          tone: 'success',
        });
        onSignedUp(confirmed);
      } catch (error) {
        const description = describeFailure(error, texts.SIGN_UP_ERROR);
        if (error instanceof AuthFailure && error.reason === 'weak_password') setWeakness(description);
        else failure.say(texts.SIGN_UP_FAILED, description);
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <EmailField email={email} onEmail={onEmail} error={errors.email} />
      <PasswordField
        label={texts.PASSWORD}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password ?? weakness}
      />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {busy ? texts.SIGNING_UP : actions.SIGN_UP}
      </Button>
    </chakra.form>
  );
}
