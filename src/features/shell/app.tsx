import { type ReactNode, Suspense } from 'react';
import { Notices } from '#ui/notices';
import { useSession } from '../session/session.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/** The screens, as soon as it is known who looks at them. */
export function App({ children }: { children: ReactNode }) {
  const { status } = useSession();
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>{status === 'loading' ? <LoadingScreen /> : children}</Suspense>
      <Notices />
    </>
  );
}
