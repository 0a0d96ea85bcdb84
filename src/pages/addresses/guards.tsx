import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useHasData, useSession } from '../../session/session.ts';
import { type NextPlace, rememberAddress, takeNextPlace } from './next-place.ts';

/**
 * Protected screens send visitors to /auth; after the log-in they reach the screen that they opened. A user who logs
 * out on such a screen does not come back to it: the next user may be somebody else.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const hasData = useHasData();
  const [openedByVisitor] = useState(!hasData);
  return hasData ? children : <LogInFirst returning={openedByVisitor} />;
}

function LogInFirst({ returning }: { returning: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (returning) rememberAddress(router.latestLocation.href);
    void router.navigate({ to: '/auth', replace: true });
  }, [router, returning]);
  return null;
}

/** The sign-in screen sends signed-in users to the main page, or to the place that the link asked for. */
export function RequireSignedOut({ next, children }: { next: NextPlace | undefined; children: ReactNode }) {
  return useSession().status === 'signed_in' ? <GoOn next={next} /> : children;
}

function GoOn({ next }: { next: NextPlace | undefined }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: takeNextPlace(next), replace: true }), [navigate, next]);
  return null;
}
