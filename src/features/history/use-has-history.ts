import { useSession } from '../../session/session.ts';

/** Whether a server keeps the history of what is on the screen: not of the demo, and not of entries without a login. */
export function useHasHistory(): boolean {
  const { user, demo } = useSession();
  return user !== null && !demo;
}
