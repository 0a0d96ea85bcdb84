import { chakra } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as texts from '#texts/auth/auth';
import { showToast } from '#ui/toast';
import { useAuth } from '../../features/auth/auth.tsx';
import type { Auth } from '../../features/auth/auth-client.ts';
import { AuthFailure, describeFailure } from '../../features/auth/auth-failure.ts';
import { useSession } from '../../session/session.ts';
import { takeNextPlace } from '../addresses/next-place.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface CallbackQuery {
  /** From a third-party provider. */
  code?: string | undefined;
  /** The provider's reason for a missing code. Anybody can write one into a link, so it is never shown. */
  error?: string | undefined;
  /** From the link of a mail. */
  token_hash?: string | undefined;
  type?: string | undefined;
}

/** Third-party sign-in and the links of mails lead here. Any failure leads to /auth. */
export function CallbackPage({ query }: { query: CallbackQuery }) {
  const loadAuth = useAuth();
  const navigate = useNavigate();
  const { user } = useSession();
  const [completed, setCompleted] = useState(false);
  const isRecovery = query.type === 'recovery';

  // Runs once for each mount: a code or a link's token works only once, and the address does not keep them. A change of
  // the user unmounts the screens in between; the page that is mounted then continues from the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the parameters at the first render count
  useEffect(() => {
    let left = false;
    history.replaceState(history.state, '', isRecovery ? '/auth/callback?type=recovery' : '/auth/callback');
    const finish = async () => {
      const signedIn = await complete(await loadAuth(), query);
      if (left) return;
      if (signedIn) setCompleted(true);
      else void navigate({ to: '/auth', replace: true });
    };
    finish().catch((error: unknown) => {
      const description = describeFailure(error, texts.LOG_IN_ERROR);
      showToast({ title: texts.LOG_IN_FAILED, description, tone: 'error' });
      if (!left) void navigate({ to: '/auth', replace: true });
    });
    return () => {
      left = true;
    };
  }, []);

  // The screens learn of the sign-in a moment later than the auth service, and would send a visitor away until then.
  const ready = completed && user !== null;
  useEffect(() => {
    if (ready && !isRecovery) void navigate({ href: takeNextPlace(undefined), replace: true });
  }, [ready, isRecovery, navigate]);

  return (
    <AuthFrame>
      {ready && isRecovery ? (
        <NewPasswordForm
          email={user.email}
          onDone={() => void navigate({ href: takeNextPlace(undefined), replace: true })}
        />
      ) : (
        <chakra.p role="status" color="fg.muted" textAlign="center">
          {texts.SIGNING_IN}
        </chakra.p>
      )}
    </AuthFrame>
  );
}

/** Returns whether there is a session in the end. */
async function complete(auth: Auth, { code, error, token_hash: tokenHash, type }: CallbackQuery): Promise<boolean> {
  if (error) throw new AuthFailure('refused');
  if (code) await auth.exchangeCode(code);
  else if (tokenHash && !(await auth.verifyLink(tokenHash, type ?? ''))) {
    showToast({ title: texts.HALF_CONFIRMED_TITLE, description: texts.HALF_CONFIRMED, tone: 'info' });
  }
  const { data } = await auth.service.getSession();
  return data.session !== null;
}
