import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useState } from 'react';
import { formatMoment, formatTime, today } from '#domain/dates/dates';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/sign-in-settings';
import { Alert } from '#ui/alert';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Lines } from '#ui/lines';
import { showToast } from '#ui/toast';
import { useAuth } from '../auth/auth.tsx';
import type { Auth } from '../auth/auth-client.ts';
import { describeFailure } from '../auth/auth-failure.ts';
import { endOtherSessions, endSession, type LoginSession, listSessions } from '../auth/login-service.ts';
import { describeUserAgent } from './user-agent.ts';

/** `missing`: the server has no list. */
type Shown = { sessions: LoginSession[] | 'missing' } | { failure: string } | null;

/** Where the user is logged in, this device first, and then the one that was used last. */
export function SessionList() {
  const { shown, read, change } = useSessions();
  const titleId = useId();
  if (shown === null) return <chakra.p role="status">{texts.SESSIONS_LOADING}</chakra.p>;
  if ('failure' in shown) {
    return (
      <>
        <Alert tone="error" title={texts.SESSIONS_ERROR}>
          {shown.failure}
        </Alert>
        <Button variant="outline" onClick={read}>
          {actions.TRY_AGAIN}
        </Button>
      </>
    );
  }
  const { sessions } = shown;
  const isAlone = sessions !== 'missing' && sessions.every(({ isThis }) => isThis);
  return (
    <>
      {sessions === 'missing' && <chakra.p>{texts.SESSIONS_MISSING}</chakra.p>}
      {sessions !== 'missing' && (
        <Lines aria-label={texts.SESSIONS} id={titleId}>
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={() => void change((auth) => endSession(auth, session.id), texts.SESSION_ENDED)}
            />
          ))}
        </Lines>
      )}
      {isAlone ? (
        <chakra.p color="fg.muted">{texts.SESSIONS_ALONE}</chakra.p>
      ) : (
        <>
          <Button variant="outline" onClick={() => void change(endOtherSessions, texts.OTHERS_ENDED)}>
            {texts.END_OTHERS}
          </Button>
          <chakra.p color="fg.muted" fontSize="xs">
            {texts.SESSION_KEEPS}
          </chakra.p>
        </>
      )}
    </>
  );
}

function useSessions() {
  const loadAuth = useAuth();
  const [shown, setShown] = useState<Shown>(null);
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` asks again; the function to load is new each time.
  useEffect(() => {
    let left = false;
    const show = (next: Shown) => {
      if (!left) setShown(next);
    };
    loadAuth()
      .then(listSessions)
      .then(
        (sessions) => show({ sessions: sessions ? inOrder(sessions) : 'missing' }),
        (error: unknown) => show({ failure: describeFailure(error, '') }),
      );
    return () => {
      left = true;
    };
  }, [reads]);
  const read = () => setReads((count) => count + 1);
  const change = async (end: (auth: Auth) => Promise<void>, done: string) => {
    try {
      await end(await loadAuth());
      showToast({ title: done, tone: 'success' });
    } catch (error) {
      showToast({ title: texts.END_FAILED, description: describeFailure(error, ''), tone: 'error' });
    }
    read();
  };
  return { shown, read, change };
}

function inOrder(sessions: LoginSession[]): LoginSession[] {
  const rank = ({ isThis, usedAt }: LoginSession) => (isThis ? Number.POSITIVE_INFINITY : Date.parse(usedAt));
  return sessions.toSorted((a, b) => rank(b) - rank(a));
}

function SessionLine({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const { userAgent, usedAt, startedAt, isThis } = session;
  const { browser, system } = describeUserAgent(userAgent ?? '');
  const name = texts.device(browser, system);
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div flex="1 1 12rem" minWidth="0">
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1" fontWeight="medium">
          {name}
          {isThis && <Badge>{texts.THIS_DEVICE}</Badge>}
        </chakra.p>
        <chakra.p color="fg.muted" fontSize="xs" mt="0.5">
          {texts.lastUsed(moment(usedAt))}, {texts.loggedInOn(formatMoment(startedAt))}
        </chakra.p>
      </chakra.div>
      {!isThis && (
        <Button variant="outline" size="sm" aria-label={texts.endSessionOf(name)} onClick={onEnd}>
          {texts.END_SESSION}
        </Button>
      )}
    </chakra.li>
  );
}

/** The time of a moment today, the day of any other. */
function moment(timestamp: string): string {
  const time = new Date(timestamp);
  return today(time) === today(new Date()) ? formatTime(time) : formatMoment(timestamp);
}
