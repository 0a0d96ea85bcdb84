import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { notify } from '#ui/notices';
import { PasswordField } from '#ui/password-field';
import { useAuth } from './auth.tsx';
import { AuthFailure, describeFailure } from './auth-failure.ts';
import { checkCredentials } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { useFailureNotice } from './use-failure-notice.ts';
import { useSubmit } from './use-submit.ts';

interface LogInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
}

const CONFIRM = 'Open the link in the mail that we sent you. Signing up once more sends another.';

function isUnconfirmed(error: unknown): boolean {
  return error instanceof AuthFailure && error.reason === 'email_not_confirmed';
}

/** After a log-in the page itself moves on, for the sign-in screen is for visitors only. */
export function LogInForm({ email, onEmail, onForgot }: LogInFormProps) {
  const loadAuth = useAuth();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const failure = useFailureNotice();
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
        notify({ title: 'Login successful', tone: 'success' });
      } catch (error) {
        const description = describeFailure(error, 'Invalid credentials');
        setRefusal(isUnconfirmed(error) ? `${description}. ${CONFIRM}` : description);
        failure.say('Login failed', description);
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      {refusal && (
        <Alert tone="error" title="Login failed">
          {refusal}
        </Alert>
      )}
      <EmailField email={email} onEmail={onEmail} error={errors.email} />
      <chakra.div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <chakra.div mt="2" textAlign="end">
          <Button variant="plain" size="inline" onClick={onForgot}>
            Forgot password?
          </Button>
        </chakra.div>
      </chakra.div>
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {busy ? 'Logging in…' : 'Log in'}
      </Button>
    </chakra.form>
  );
}
