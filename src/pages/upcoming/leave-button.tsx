import { leaveRepeat } from '#store/commands/schedules/repeat-leave';
import { IconButton } from '#ui/icon-button';
import { XIcon } from '#ui/icons';
import { useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';

/** Takes what the app has found off the list of this device. `id`: what was found. */
export function LeaveButton({ id, label, onGone }: { id: string; label: string; onGone: () => void }) {
  const db = useDatabase();
  return (
    <IconButton
      label={label}
      onClick={() => {
        onGone();
        void whileOpen(() => leaveRepeat(db, id));
      }}
    >
      <XIcon aria-hidden />
    </IconButton>
  );
}
