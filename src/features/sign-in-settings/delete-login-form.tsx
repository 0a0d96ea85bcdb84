import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as auth from '#texts/auth/auth';
import * as texts from '#texts/auth/sign-in-settings';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { TextField } from '#ui/text-field';
import { showToast } from '#ui/toast';
import { logOut } from '../../session/holder/log-out.ts';
import { useActor, useClosed, useDevice } from '../../session/session.ts';
import { useAuth } from '../auth/auth.tsx';
import { AuthFailure, describeFailure } from '../auth/auth-failure.ts';
import { deleteLogin } from '../auth/login-service.ts';
import { useSubmit } from '../auth/use-submit.ts';
import { useRefusal } from './use-refusal.ts';

/**
 * Deletes the login after the password. Somebody who logs in with a provider has none: they type their address, and the
 * server asks for a log-in of a moment ago.
 */
export function DeleteLoginForm() {
  const loadAuth = useAuth();
  const device = useDevice();
  const closed = useClosed();
  const { userId, email } = useActor();
  const [hasPassword, setHasPassword] = useState(true);
  const [proof, setProof] = useState('');
  const { refusal, setRefusal, formRef } = useRefusal<'proof'>();
  const { errors, busy, onSubmit } = useSubmit<'proof'>(
    () => {
      setRefusal({});
      if (hasPassword) return proof === '' ? { proof: auth.PASSWORD_MISSING } : {};
      return proof.trim().toLowerCase() === email.toLowerCase() ? {} : { proof: texts.EMAIL_DIFFERS };
    },
    async () => {
      try {
        await deleteLogin(await loadAuth(), { email, password: hasPassword ? proof : null });
      } catch (error) {
        setRefusal({ proof: describeRefusal(error) });
        return;
      }
      try {
        await logOut(device, { userId, closed, isDeleted: true });
        showToast({ title: texts.DELETED, description: texts.DELETED_HERE, tone: 'success' });
      } catch {
        showToast({ title: texts.FORGET_FAILED, description: texts.FORGET_FAILED_WHY, tone: 'error' });
      }
    },
  );
  const error = errors.proof ?? refusal.proof;
  const change = (event: { target: { value: string } }) => setProof(event.target.value);
  const swap = () => {
    setHasPassword(!hasPassword);
    setProof('');
    setRefusal({});
  };
  return (
    <chakra.form ref={formRef} noValidate onSubmit={onSubmit} display="flex" flexDirection="column" gap="4">
      <div>
        {hasPassword ? (
          <PasswordField
            label={texts.PASSWORD_TO_DELETE}
            name="present-password"
            autoComplete="current-password"
            value={proof}
            onChange={change}
            error={error}
          />
        ) : (
          <TextField
            label={texts.EMAIL_TO_DELETE}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={proof}
            onChange={change}
            error={error}
          />
        )}
        <chakra.div mt="2">
          <Button variant="plain" size="inline" onClick={swap}>
            {hasPassword ? texts.NO_PASSWORD : texts.HAVE_PASSWORD}
          </Button>
        </chakra.div>
      </div>
      <Button type="submit" variant="danger" size="lg" block aria-disabled={busy}>
        {busy ? texts.DELETING : texts.DELETE}
      </Button>
    </chakra.form>
  );
}

function describeRefusal(error: unknown): string {
  if (error instanceof AuthFailure) {
    if (error.reason === 'invalid_credentials') return texts.PASSWORD_WRONG;
    if (error.reason === 'log_in_again') return texts.LOG_IN_AGAIN;
  }
  return describeFailure(error, texts.DELETE_ERROR);
}
