import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as actions from '#texts/actions';
import * as texts from '#texts/auth/sign-in-settings';
import * as palette from '#texts/pages/palette';
import * as undo from '#texts/sync/undo';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { LogOutIcon, SearchIcon, SettingsIcon, UndoIcon, UserIcon } from '#ui/icons';
import { useRecentChanges } from '../../features/undo/recent-changes-state.ts';
import { useActions } from '../../features/undo/use-actions.ts';
import { usePalette } from '../palette/palette-state.ts';
import { AppearanceChoice } from '../settings/appearance-choice.tsx';

const ITEM = { variant: 'ghost', block: true, justifyContent: 'start', px: '3', color: 'fg' } as const;

/** The content of the account menu, loaded when it is opened. */
export default function AccountMenuPanel(props: {
  email: string;
  close: () => void;
  signInSettings: () => void;
  /** Null where Settings and Log out are in the header. */
  logOut: (() => void) | null;
}) {
  const { email, close, signInSettings, logOut } = props;
  const { show } = usePalette();
  const showChanges = useRecentChanges((state) => state.show);
  const changes = useActions().length;
  const closeAnd = (act: () => void) => {
    close();
    act();
  };
  return (
    <chakra.div p="2">
      <chakra.p px="3" pt="2" pb="3" truncate title={email} fontWeight="medium">
        {email}
      </chakra.p>
      <chakra.div px="1" pb="2">
        <AppearanceChoice hideLabel />
      </chakra.div>
      <chakra.div borderTopWidth="1px" borderColor="line" pt="2">
        <Button {...ITEM} onClick={() => closeAnd(() => show('palette'))}>
          <SearchIcon aria-hidden />
          {palette.TITLE}
        </Button>
        {changes > 0 && (
          <Button {...ITEM} onClick={() => closeAnd(showChanges)}>
            <UndoIcon aria-hidden />
            {undo.TITLE}
          </Button>
        )}
        {logOut && (
          <Button asChild {...ITEM} onClick={close}>
            <Link to="/settings">
              <SettingsIcon aria-hidden />
              {terms.SETTINGS}
            </Link>
          </Button>
        )}
        <Button {...ITEM} onClick={() => closeAnd(signInSettings)}>
          <UserIcon aria-hidden />
          {texts.TITLE}
        </Button>
        {logOut && (
          <Button {...ITEM} onClick={() => closeAnd(logOut)}>
            <LogOutIcon aria-hidden />
            {actions.LOG_OUT}
          </Button>
        )}
      </chakra.div>
    </chakra.div>
  );
}
