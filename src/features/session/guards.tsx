import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type NextPlace, takeNextPlace } from '../auth/next-place.ts';
import { useSession } from './session.tsx';

/** Protected screens send visitors to /auth. */
export function RequireSession({ children }: { children: ReactNode }) {
  return useSession().status === 'signed_in' ? children : <Navigate to="/auth" replace />;
}

/** The sign-in screen sends signed-in users home, or to where the link asked for that brought them there. */
export function RequireSignedOut({ next, children }: { next: NextPlace | undefined; children: ReactNode }) {
  return useSession().status === 'signed_out' ? children : <GoOn next={next} />;
}

function GoOn({ next }: { next: NextPlace | undefined }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ ...takeNextPlace(next), replace: true }), [navigate, next]);
  return null;
}
