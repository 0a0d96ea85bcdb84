import * as texts from '#texts/device/local';
import { EmptyState } from '#ui/empty-state';
import { UserIcon } from '#ui/icons';
import { LogInLinks } from './log-in-links.tsx';

/** In the place of a screen of sharing, for somebody without a login. */
export function LogInNeeded() {
  return (
    <EmptyState icon={<UserIcon />} title={texts.SHARING_TITLE} action={<LogInLinks />}>
      {texts.SHARING}
    </EmptyState>
  );
}
