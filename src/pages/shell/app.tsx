import { type ReactNode, Suspense } from 'react';
import { Toasts } from '#ui/toast';
import { useSession } from '../../session/session.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Shows the screens as soon as the session is known. */
export function App({ children }: { children: ReactNode }) {
  const { status } = useSession();
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>{status === 'loading' ? <LoadingScreen /> : children}</Suspense>
      <Toasts />
    </>
  );
}
