import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/auth/auth';
import { Alert } from '#ui/alert';
import { Tabs } from '#ui/tabs';
import { useOnline } from '../../session/use-online.ts';
import { type NextPlace, rememberNextPlace } from '../addresses/next-place.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LogInForm } from './log-in-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SocialButtons } from './social-buttons.tsx';

type AuthTab = 'login' | 'signup';

interface AuthPageProps {
  /** The tab that the user came from. */
  initialTab?: AuthTab;
  next?: NextPlace | undefined;
  /** Facts about this device, shown above the forms. */
  children?: ReactNode;
}

/** Log in, sign up, and recovery for users who forgot their password. */
export function AuthPage({ initialTab = 'login', next, children }: AuthPageProps) {
  const [tab, setTab] = useState<AuthTab>(initialTab);
  const [recovering, setRecovering] = useState(false);
  const [email, setEmail] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const online = useOnline();
  const card = useRef<HTMLElement>(null);
  /** The next render focuses this field: the first one that is still empty. */
  const nextField = useRef<'email' | 'password' | null>('email');

  useEffect(() => {
    const name = nextField.current;
    nextField.current = null;
    if (name) card.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  });

  useEffect(() => {
    if (next) rememberNextPlace(next);
  }, [next]);

  const signedUp = (isConfirmed: boolean) => {
    nextField.current = 'password';
    setConfirmed(isConfirmed);
    setTab('login');
  };

  const recover = (on: boolean) => {
    nextField.current = on || email === '' ? 'email' : 'password';
    setRecovering(on);
  };

  return (
    <AuthFrame card={card}>
      {!online && (
        <chakra.div mb="5">
          <Alert tone="warning" title={texts.OFFLINE_TITLE}>
            {texts.OFFLINE}
          </Alert>
        </chakra.div>
      )}
      {next === 'manageAccess' && (
        <chakra.div mb="5">
          <Alert tone="info" title={texts.INVITED_TITLE}>
            {texts.INVITED}
          </Alert>
        </chakra.div>
      )}
      {children}
      {recovering ? (
        <RecoveryForm email={email} onEmail={setEmail} onBack={() => recover(false)} />
      ) : (
        <>
          <Tabs
            label={texts.TABS_LABEL}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'login', label: texts.LOG_IN_TAB },
              { value: 'signup', label: texts.SIGN_UP_TAB },
            ]}
          >
            {confirmed && tab === 'login' && (
              <chakra.div mb="4">
                <Alert tone="info">{texts.CONFIRMED}</Alert>
              </chakra.div>
            )}
            {tab === 'login' ? (
              <LogInForm email={email} onEmail={setEmail} onForgot={() => recover(true)} />
            ) : (
              <SignUpForm email={email} onEmail={setEmail} onSignedUp={signedUp} />
            )}
          </Tabs>
          <SocialButtons key={tab} />
        </>
      )}
    </AuthFrame>
  );
}
