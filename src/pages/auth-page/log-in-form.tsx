import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/auth';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { showToast } from '#ui/toast';
import { useAuth } from '../../features/auth/auth.tsx';
import { AuthFailure, describeFailure } from '../../features/auth/auth-failure.ts';
import { checkCredentials } from '../../features/auth/credentials.ts';
import { useSubmit } from '../../features/auth/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { useFailureToast } from './use-failure-toast.ts';

interface LogInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof AuthFailure && error.reason === 'email_not_confirmed';
}

/** After a log-in the page itself moves on, because the sign-in screen is for visitors only. */
export function LogInForm({ email, onEmail, onForgot }: LogInFormProps) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const failure = useFailureToast();
  const { errors, busy, onSubmit } = useSubmit(
    () => {
      failure.clear();
      setRefusal(null);
      return checkCredentials(email, password);
    },
    async () => {
      try {
        const auth = await loadAuth();
        await auth.logIn(email.trim(), password);
        showToast({ title: texts.LOGGED_IN, tone: 'success' });
      } catch (error) {
        const description = describeFailure(error, texts.LOG_IN_REFUSED);
        setRefusal(isUnconfirmed(error) ? texts.unconfirmed(description) : description);
        failure.say(texts.LOG_IN_FAILED, description);
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      {refusal && (
        <Alert tone="error" title={texts.LOG_IN_FAILED}>
          {refusal}
        </Alert>
      )}
      <EmailField email={email} onEmail={onEmail} error={errors.email} />
      <chakra.div>
        <PasswordField
          label={texts.PASSWORD}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <chakra.div mt="2" textAlign="end">
          <Button variant="plain" size="inline" onClick={onForgot}>
            {texts.FORGOT_PASSWORD}
          </Button>
        </chakra.div>
      </chakra.div>
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {busy ? texts.LOGGING_IN : actions.LOG_IN}
      </Button>
    </chakra.form>
  );
}
