import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type NextPlace, rememberAddress, takeNextPlace } from '../auth/next-place.ts';
import { useSession } from './session.tsx';

/**
 * Protected screens send visitors to /auth, and a visitor who opened one gets there by logging in. Who logs out on one does not:
 * the next one to log in may be somebody else.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const signedIn = useSession().status === 'signed_in';
  const [openedByVisitor] = useState(!signedIn);
  return signedIn ? children : <LogInFirst returning={openedByVisitor} />;
}

function LogInFirst({ returning }: { returning: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (returning) rememberAddress(router.latestLocation.href);
    void router.navigate({ to: '/auth', replace: true });
  }, [router, returning]);
  return null;
}

/** The sign-in screen sends signed-in users home, or to where the link asked for that brought them there. */
export function RequireSignedOut({ next, children }: { next: NextPlace | undefined; children: ReactNode }) {
  return useSession().status === 'signed_out' ? children : <GoOn next={next} />;
}

function GoOn({ next }: { next: NextPlace | undefined }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: takeNextPlace(next), replace: true }), [navigate, next]);
  return null;
}
