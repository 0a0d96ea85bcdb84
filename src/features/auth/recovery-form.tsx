import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { useAuth } from './auth.tsx';
import { describeFailure } from './auth-failure.ts';
import { checkEmail } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { useFailureNotice } from './use-failure-notice.ts';
import { useSubmit } from './use-submit.ts';

interface RecoveryFormProps {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Sends the recovery mail. It does not say whether the address is known: that is nobody's business. */
export function RecoveryForm({ email, onEmail, onBack }: RecoveryFormProps) {
  const loadAuth = useAuth();
  const [sent, setSent] = useState(false);
  const failure = useFailureNotice();
  const { errors, busy, onSubmit } = useSubmit(
    () => {
      failure.clear();
      return checkEmail(email);
    },
    async () => {
      try {
        const auth = await loadAuth();
        await auth.sendRecovery(email.trim());
        setSent(true);
      } catch (error) {
        failure.say('Password reset failed', describeFailure(error, 'The mail could not be sent.'));
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <chakra.div>
        <chakra.h2 fontSize="md">Reset your password</chakra.h2>
        <chakra.p color="fg.muted" mt="1">
          We send you a link that lets you choose a new one.
        </chakra.p>
      </chakra.div>
      {sent && (
        <Alert tone="info" title="Check your email">
          If {email.trim()} has an account, the link is on its way.
        </Alert>
      )}
      <EmailField email={email} onEmail={onEmail} error={errors.email} />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {sent ? 'Send again' : 'Send link'}
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        Back to Login
      </Button>
    </chakra.form>
  );
}
