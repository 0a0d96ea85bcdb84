import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from './session.tsx';

/** Protected screens send visitors to /auth. */
export function RequireSession({ children }: { children: ReactNode }) {
  return useSession().status === 'signed_in' ? children : <Navigate to="/auth" replace />;
}

/** The sign-in screen sends signed-in users home. */
export function RequireSignedOut({ children }: { children: ReactNode }) {
  return useSession().status === 'signed_out' ? children : <Navigate to="/" replace />;
}
