import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/sign-in-settings';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ArrowLeftIcon, ChevronRightIcon } from '#ui/icons';
import { useActor } from '../../session/session.ts';
import { useOnline } from '../../session/use-online.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteLogin } from './delete-login.tsx';
import { SessionList } from './session-list.tsx';

const PARTS = [
  { part: 'password', title: texts.PASSWORD, about: texts.PASSWORD_ABOUT },
  { part: 'email', title: texts.EMAIL, about: null },
  { part: 'sessions', title: texts.SESSIONS, about: texts.SESSIONS_ABOUT },
  { part: 'delete', title: texts.DELETE, about: texts.DELETE_ABOUT },
] as const;

type Part = (typeof PARTS)[number]['part'];

/** Password, e-mail, devices, and the end of a login. The server keeps all of them, so they need a connection. */
export default function SignInSettingsDialog({ onClose }: { onClose: () => void }) {
  const online = useOnline();
  const { email } = useActor();
  const [part, setPart] = useState<Part | null>(null);
  const title = PARTS.find((one) => one.part === part)?.title ?? texts.TITLE;
  const offline = !online && (
    <Alert tone="warning" title={texts.OFFLINE_TITLE}>
      {texts.OFFLINE}
    </Alert>
  );
  if (part === null) {
    return (
      <Dialog open title={title} onClose={onClose}>
        {offline || <Parts email={email} onPart={setPart} />}
      </Dialog>
    );
  }
  return (
    // Another dialog with each part, so that its first field gets the focus.
    <Dialog key={part} open title={title} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        <chakra.div ms="-3">
          <Button variant="ghost" size="sm" onClick={() => setPart(null)}>
            <ArrowLeftIcon aria-hidden />
            {actions.BACK}
          </Button>
        </chakra.div>
        {offline}
        <OpenPart part={part} onDone={onClose} />
      </chakra.div>
    </Dialog>
  );
}

function Parts({ email, onPart }: { email: string; onPart: (part: Part) => void }) {
  return (
    <chakra.ul listStyle="none" mx="-2">
      {PARTS.map(({ part, title, about }) => (
        <li key={part}>
          <Button variant="ghost" block justifyContent="space-between" px="2" py="2.5" onClick={() => onPart(part)}>
            <chakra.span minWidth="0" textAlign="start" whiteSpace="normal">
              <chakra.span display="block" color={part === 'delete' ? 'danger' : 'fg'}>
                {title}
              </chakra.span>
              <chakra.span display="block" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
                {about ?? texts.loggedInWith(email)}
              </chakra.span>
            </chakra.span>
            <ChevronRightIcon aria-hidden />
          </Button>
        </li>
      ))}
    </chakra.ul>
  );
}

function OpenPart({ part, onDone }: { part: Part; onDone: () => void }) {
  switch (part) {
    case 'password':
      return <ChangePasswordForm onDone={onDone} />;
    case 'email':
      return <ChangeEmailForm onChanged={onDone} />;
    case 'sessions':
      return <SessionList />;
    case 'delete':
      return <DeleteLogin />;
  }
}
