import { chakra } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Card } from '#ui/card';
import { useAuth } from './auth.tsx';
import type { Auth } from './auth-client.ts';
import { NewPasswordForm } from './new-password-form.tsx';

export interface CallbackQuery {
  /** From a third-party provider. */
  code?: string | undefined;
  /** From the link of a mail. */
  token_hash?: string | undefined;
  type?: string | undefined;
}

/** Where third-party sign-in and the links of mails come back to. Any failure leads to /auth. */
export function CallbackPage({ query }: { query: CallbackQuery }) {
  const loadAuth = useAuth();
  const navigate = useNavigate();
  const [recovering, setRecovering] = useState(false);

  const started = useRef(false);

  // Once: a code and a link's token are good for one use, and the address does not keep them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page was opened with is what counts
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    history.replaceState(history.state, '', location.pathname);
    const leave = (to: '/' | '/auth') => void navigate({ to, replace: true });
    const finish = async () => {
      const signedIn = await complete(await loadAuth(), query);
      if (signedIn && query.type === 'recovery') setRecovering(true);
      else leave(signedIn ? '/' : '/auth');
    };
    finish().catch(() => leave('/auth'));
  }, []);

  return (
    <chakra.main flex="1" display="grid" placeItems="center" px="4">
      {recovering ? (
        <Card width="full" maxWidth="form">
          <NewPasswordForm onDone={() => void navigate({ to: '/', replace: true })} />
        </Card>
      ) : (
        <chakra.p role="status" color="fg.muted">
          Signing you in…
        </chakra.p>
      )}
    </chakra.main>
  );
}

/** Whether there is a session in the end. */
async function complete(auth: Auth, { code, token_hash: tokenHash, type }: CallbackQuery): Promise<boolean> {
  if (code) await auth.exchangeCode(code);
  else if (tokenHash) await auth.verifyLink(tokenHash, type ?? '');
  const { data } = await auth.service.getSession();
  return data.session !== null;
}
