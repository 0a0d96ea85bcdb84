import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/auth';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { useAuth } from '../../features/auth/auth.tsx';
import { describeFailure } from '../../features/auth/auth-failure.ts';
import { checkEmail } from '../../features/auth/credentials.ts';
import { useSubmit } from '../../features/auth/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { useFailureToast } from './use-failure-toast.ts';

interface RecoveryFormProps {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Sends the recovery mail. It never tells whether the address has an account, because that would reveal users. */
export function RecoveryForm({ email, onEmail, onBack }: RecoveryFormProps) {
  const loadAuth = useAuth();
  const [sent, setSent] = useState(false);
  const failure = useFailureToast();
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
        failure.say(texts.RECOVERY_FAILED, describeFailure(error, texts.RECOVERY_ERROR));
      }
    },
  );
  return (
    <chakra.form noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <chakra.div>
        <chakra.h2 fontSize="md">{texts.RECOVERY_TITLE}</chakra.h2>
        <chakra.p color="fg.muted" mt="1">
          {texts.RECOVERY_EXPLANATION}
        </chakra.p>
      </chakra.div>
      {sent && (
        <Alert tone="info" title={texts.RECOVERY_SENT_TITLE}>
          {texts.recoverySent(email.trim())}
        </Alert>
      )}
      <EmailField email={email} onEmail={onEmail} error={errors.email} />
      <Button type="submit" size="lg" block aria-disabled={busy}>
        {sent ? actions.SEND_AGAIN : texts.SEND_LINK}
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        {texts.BACK_TO_LOG_IN}
      </Button>
    </chakra.form>
  );
}
