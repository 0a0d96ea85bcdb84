import type { Status } from '#domain/rows';
import * as terms from '#texts/terms';
import { CheckIcon, CircleCheckIcon } from '#ui/icons';

/** How far a row is agreed with the bank; nothing while it is open. */
export function StatusMark({ status }: { status: Status }) {
  if (status === 'open') return null;
  const Mark = status === 'cleared' ? CheckIcon : CircleCheckIcon;
  const label = terms.STATUSES[status];
  return (
    <span role="img" aria-label={label} title={label} className="state-mark">
      <Mark size={14} aria-hidden />
    </span>
  );
}
