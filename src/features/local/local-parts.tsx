import { useSession } from '../../session/session.ts';
import { CarryOver } from './carry-over.tsx';
import { LocalStrip } from './local-strip.tsx';

/** What the frame shows of entries without a login: the warning, or what becomes of them after a log-in. */
export default function LocalParts() {
  return useSession().status === 'on_device' ? <LocalStrip /> : <CarryOver />;
}
