import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { isCopyDue } from '#store/queries/copies/copy-due';
import * as actions from '#texts/actions';
import * as copies from '#texts/device/copies';
import * as texts from '#texts/device/local';
import * as storage from '#texts/device/storage';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { TriangleAlertIcon } from '#ui/icons';
import { useAccountSummaries } from '../../session/accounts/use-account-summaries.ts';
import { useDatabase } from '../../session/session.ts';
import { removesUnused } from '../../session/storage/removes-unused.ts';
import { YOUR_DATA } from '../copies/place.ts';
import { QuietLine } from './quiet-line.tsx';

/** With fewer entries little can be lost, so the warning is one quiet line. */
const ENOUGH_TO_LOSE = 10;

/**
 * Tells on every page that no server has these entries, why that is a risk, and when a copy is due. It leads to the
 * settings. Until there are ten entries it only says where they are, and when a copy is due; but not in a browser that
 * removes what nobody visits for a week.
 */
export function LocalStrip() {
  const db = useDatabase();
  const isDue = useLiveQuery(() => isCopyDue(db, new Date()), [db], false);
  const summaries = useAccountSummaries();
  if (!summaries) return null;
  const entries = [...summaries.values()].reduce((sum, { count }) => sum + count, 0);
  const isQuiet = entries < ENOUGH_TO_LOSE && !removesUnused();
  return isQuiet ? <Mark isDue={isDue} /> : <Warning isDue={isDue} />;
}

function Mark({ isDue }: { isDue: boolean }) {
  return (
    <QuietLine as="aside" aria-label={texts.MARK} fontSize="xs">
      {texts.MARK}. {isDue && `${copies.REMINDER} `}
      <ToSettings isDue={isDue} />
    </QuietLine>
  );
}

function Warning({ isDue }: { isDue: boolean }) {
  return (
    <chakra.aside
      aria-label={texts.MARK}
      mt={{ base: '2', lg: '0' }}
      bg="warning.soft"
      borderBottomWidth="1px"
      borderColor="line"
      _print={{ display: 'none' }}
    >
      <chakra.div
        display="flex"
        alignItems="flex-start"
        gap="2.5"
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2"
      >
        <chakra.span color="warning" mt="0.5">
          <TriangleAlertIcon size={16} aria-hidden />
        </chakra.span>
        <chakra.p flex="1" minWidth="0">
          <strong>{texts.MARK}.</strong> {texts.RISK} {isDue && `${copies.REMINDER} `}
          {removesUnused() ? <WaysOut /> : <ToSettings isDue={isDue} />}
        </chakra.p>
      </chakra.div>
    </chakra.aside>
  );
}

function ToSettings({ isDue }: { isDue: boolean }) {
  return (
    <Button asChild variant="plain" size="inline">
      <Link to="/settings" {...(isDue && { hash: YOUR_DATA })}>
        {isDue ? copies.EXPORT : terms.SETTINGS}
      </Link>
    </Button>
  );
}

/** Here a week without a visit is enough to lose everything. */
function WaysOut() {
  return (
    <>
      {storage.REMOVES_UNUSED} {storage.WAYS_OUT}{' '}
      <Button asChild variant="plain" size="inline">
        <Link to="/settings" hash={YOUR_DATA}>
          {storage.SAVE_COPY}
        </Link>
      </Button>
      {' · '}
      <Button asChild variant="plain" size="inline">
        <Link to="/auth" search={{ tab: 'signup' }}>
          {actions.SIGN_UP}
        </Link>
      </Button>
    </>
  );
}
