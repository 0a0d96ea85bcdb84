import { useLiveQuery } from 'dexie-react-hooks';
import { readKeepsMails } from '#store/session/kept-mails';
import { useDevice, useSession } from '../../session/session.ts';

/** Whether no mail leaves the server's machine. The demo sends no mail to anybody, and says what the product does. */
export function useKeepsMails(): boolean {
  const device = useDevice();
  const { demo = false } = useSession();
  return useLiveQuery(async () => !demo && (await readKeepsMails(device)), [device, demo], false);
}
