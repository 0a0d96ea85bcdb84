import { createContext, type ReactNode, useContext } from 'react';
import type { Auth } from './auth-client.ts';
import { AuthFailure } from './auth-failure.ts';

type LoadAuth = () => Promise<Auth>;

const AuthContext = createContext<LoadAuth | null>(null);

/** Gives the screens the auth service. `load` brings it on first use; it may fail without a network. */
export function AuthProvider({ load, children }: { load: LoadAuth; children: ReactNode }) {
  return <AuthContext value={load}>{children}</AuthContext>;
}

/** The auth service, loaded when called; rejects with an AuthFailure. */
export function useAuth(): LoadAuth {
  const load = useContext(AuthContext);
  if (!load) throw new Error('no AuthProvider above');
  return async () => {
    try {
      return await load();
    } catch (error) {
      // What is no failure of the backend's is code that could not be loaded.
      throw error instanceof AuthFailure ? error : new AuthFailure('unreachable', '', { cause: error });
    }
  };
}
