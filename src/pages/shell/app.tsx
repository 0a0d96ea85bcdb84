import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Toasts } from '#ui/toast';
import { useSession } from '../../session/session.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Shows the screens as soon as the session is known and `loading` has ended. */
export function App({ loading, children }: { loading: Promise<unknown>; children: ReactNode }) {
  const { status } = useSession();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void loading.then(() => setLoaded(true));
  }, [loading]);
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>
        {status === 'loading' || !isLoaded ? <LoadingScreen /> : children}
      </Suspense>
      <Toasts />
    </>
  );
}
