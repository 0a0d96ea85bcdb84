import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { HistoryEvent } from '#domain/transactions/history';
import { readRowNames } from '#store/queries/rows/row-names';
import * as actions from '#texts/actions';
import * as authFailures from '#texts/auth/auth-failure';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/history';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { ArrowRightIcon } from '#ui/icons';
import { VisuallyHidden } from '#ui/visually-hidden';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { momentOf } from './event-text.ts';
import { type Difference, differencesOf, type Fact, factsOf, type Names } from './field-texts.ts';
import type { History } from './use-history.ts';

const FAILURE = { title: failures.ACCOUNT_LOAD };
const NO_NAMES: Names = new Map();

interface EventListProps {
  label: string;
  history: History;
  titleOf: (event: HistoryEvent) => string;
  /** Shows the whole version of events that are no change. */
  facts?: boolean;
  /** A button for an event. */
  action?: (event: HistoryEvent) => ReactNode;
}

/** Events, the newest first, or in plain words why there are none. */
export function EventList({ label, history, titleOf, facts = false, action }: EventListProps) {
  const db = useDatabase();
  const names = useLoaded(() => readRowNames(db), [db], FAILURE) ?? NO_NAMES;
  const list = useRef<HTMLUListElement>(null);
  const { events, more, failure, isAsking, readMore, retry } = history;
  useFocusOnNext(list, events?.length ?? 0);
  if (!events) return failure ? <NoAnswer failure={failure} retry={retry} /> : <Asking />;
  if (events.length === 0) return <chakra.p color="fg.muted">{texts.NONE}</chakra.p>;
  return (
    <>
      <chakra.ul ref={list} aria-label={label} listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
        {events.map((event) => (
          <chakra.li key={`${event.id} ${event.at}`} tabIndex={-1} py="3" borderColor="line">
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              {titleOf(event)}
            </chakra.p>
            <chakra.p color="fg.muted" fontSize="xs">
              <time dateTime={event.editedAt}>{momentOf(event)}</time>
            </chakra.p>
            {event.kind === 'change' ? (
              <Differences differences={differencesOf(event, names)} />
            ) : (
              facts && <Facts facts={factsOf(event.row, names)} />
            )}
            {action?.(event)}
          </chakra.li>
        ))}
      </chakra.ul>
      {failure && <NoAnswer failure={failure} retry={readMore} />}
      {more && !failure && (
        <Button variant="outline" disabled={isAsking} onClick={readMore}>
          {isAsking ? texts.LOADING : texts.SHOW_OLDER}
        </Button>
      )}
      {!more && (
        <chakra.p color="fg.muted" fontSize="xs">
          {texts.KEPT}
        </chakra.p>
      )}
    </>
  );
}

/** The button for older events goes when there are no more. So the focus goes to the first one that it brought. */
function useFocusOnNext(list: { current: HTMLUListElement | null }, count: number) {
  const shown = useRef(0);
  useEffect(() => {
    const first = list.current?.children[shown.current];
    if (shown.current > 0 && count > shown.current && first instanceof HTMLElement) first.focus();
    shown.current = count;
  }, [list, count]);
}

function Asking() {
  return (
    <chakra.p role="status" color="fg.muted">
      {texts.LOADING}
    </chakra.p>
  );
}

function NoAnswer({ failure, retry }: { failure: NonNullable<History['failure']>; retry: () => void }) {
  if (failure === 'refused') return <chakra.p color="fg.muted">{texts.NONE}</chakra.p>;
  const isOffline = failure === 'unreachable';
  return (
    <chakra.div display="flex" flexDirection="column" alignItems="flex-start" gap="2">
      <Alert tone="info" title={isOffline ? texts.OFFLINE_TITLE : texts.FAILED}>
        {isOffline ? texts.OFFLINE_EXPLANATION : authFailures.SERVER}
      </Alert>
      <Button variant="outline" size="sm" onClick={retry}>
        {actions.TRY_AGAIN}
      </Button>
    </chakra.div>
  );
}

const Pairs = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(5rem, max-content) minmax(0, 1fr)',
    columnGap: '3',
    rowGap: '0.5',
    mt: '1.5',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
    '& dt': { color: 'fg.muted' },
  },
});

const Arrow = chakra(ArrowRightIcon, { base: { display: 'inline', width: '3.5', height: '3.5', color: 'fg.muted' } });

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <Pairs>
      {differences.map(({ label, before, after }) => (
        <chakra.div key={label} display="contents">
          <dt>{label}</dt>
          <dd>
            <chakra.span color="fg.muted">{before}</chakra.span> <Arrow aria-hidden />
            <VisuallyHidden>{texts.IS_NOW}</VisuallyHidden> {after}
          </dd>
        </chakra.div>
      ))}
    </Pairs>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Pairs>
      {facts.map(({ label, value }) => (
        <chakra.div key={label} display="contents">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </chakra.div>
      ))}
    </Pairs>
  );
}
