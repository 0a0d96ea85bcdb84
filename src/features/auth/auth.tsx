import { createContext, type ReactNode, useContext } from 'react';
import type { Auth } from './auth-client.ts';
import { AuthFailure } from './auth-failure.ts';

type LoadAuth = () => Promise<Auth>;

const AuthContext = createContext<LoadAuth | null>(null);

/** Provides the auth service to the screens. `load` loads it on first use and may fail without a network. */
export function AuthProvider({ load, children }: { load: LoadAuth; children: ReactNode }) {
  return <AuthContext value={load}>{children}</AuthContext>;
}

/** Loads the auth service when called. Rejects with an AuthFailure. */
export function useAuth(): LoadAuth {
  const load = useContext(AuthContext);
  if (!load) throw new Error('no AuthProvider above');
  return async () => {
    try {
      return await load();
    } catch (error) {
      // An error that the backend did not cause means that the code could not be loaded.
      throw error instanceof AuthFailure ? error : new AuthFailure('unreachable', '', { cause: error });
    }
  };
}
