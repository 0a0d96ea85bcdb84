import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import * as texts from '#texts/sync/sync-status';
import { CircleCheckIcon, ClockIcon, CloudOffIcon, RefreshCwIcon, TriangleAlertIcon } from '#ui/icons';
import { onDemand } from '#ui/on-demand';
import { PanelButton } from '#ui/panel';
import { useBadgePart } from '../../session/install/app-badge.ts';
import { useChangedRoles } from '../sharing/use-changed-roles.ts';
import { useEndedAccess } from '../sharing/use-ended-access.ts';
import { useGivenAccess } from '../sharing/use-given-access.ts';
import { useInvitationToasts } from '../sharing/use-invitation-toasts.ts';
import { syncHeadline } from './sync-headline.ts';
import { useNow } from './use-now.ts';
import { useSupersededToasts } from './use-superseded-toasts.ts';
import { useSyncSummary } from './use-sync-summary.ts';
import { useVerdictToasts } from './use-verdict-toasts.ts';

const SyncPanel = onDemand(() => import('./sync-panel.tsx'));

const ICONS = {
  attention: TriangleAlertIcon,
  busy: ClockIcon,
  calm: CircleCheckIcon,
  moving: RefreshCwIcon,
  offline: CloudOffIcon,
} as const;

/** The one control in the header that shows where the user's entries are. */
export function SyncControl() {
  const summary = useSyncSummary();
  const now = useNow();
  useVerdictToasts(summary?.toSettle);
  useSupersededToasts(summary?.notices);
  useInvitationToasts();
  const given = useGivenAccess();
  useEndedAccess(given);
  useChangedRoles(given);
  useBadgePart('unsynced', summary && summary.waiting + summary.toSettle.length);
  if (!summary) return null;
  const { tone, text, short, count } = syncHeadline(summary, now);
  const moving = tone === 'moving';
  const Icon = ICONS[tone];
  return (
    <PanelButton
      panelId="sync-panel"
      panelLabel={texts.LABEL}
      width="24rem"
      aria-label={texts.control(text)}
      color={tone === 'attention' ? 'warning' : 'fg.muted'}
      minWidth="0"
      flexShrink={1}
      // On 320 px the words need the room.
      px={{ base: '1', md: '3' }}
      gap={{ base: '1', md: '2' }}
      trigger={
        <>
          <chakra.span display="inline-flex" animation={moving ? 'spin 1.2s linear infinite' : undefined}>
            <Icon aria-hidden />
          </chakra.span>
          <chakra.span className="tabular" truncate display={{ base: 'none', md: 'inline' }}>
            {text}
          </chakra.span>
          <chakra.span className="tabular" truncate display={{ base: 'inline', md: 'none' }}>
            {short}
          </chakra.span>
          {count && (
            <chakra.span className="tabular" flexShrink="0" display={{ base: 'inline', md: 'none' }}>
              {count}
            </chakra.span>
          )}
        </>
      }
    >
      {() => (
        <Suspense>
          <SyncPanel summary={summary} />
        </Suspense>
      )}
    </PanelButton>
  );
}
