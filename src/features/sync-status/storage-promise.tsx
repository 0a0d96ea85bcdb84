import { chakra } from '@chakra-ui/react';
import { type MouseEvent, useState, useSyncExternalStore } from 'react';
import { askToKeepData } from '#store/commands/persistence-ask';
import { readPersistence } from '#store/database/persistence';
import * as install from '#texts/device/install';
import * as storage from '#texts/device/storage';
import * as texts from '#texts/sync/sync-panel';
import { Button } from '#ui/button';
import { AddToHomeScreen } from '../../session/install/add-to-home-screen.tsx';
import { installOffer } from '../../session/install/install-offer.ts';
import { isInstalled } from '../../session/install/is-installed.ts';
import { useDatabase } from '../../session/session.ts';
import { removesUnused } from '../../session/storage/removes-unused.ts';
import type { DeviceFacts } from './use-device-facts.ts';

/** A link in the list; on phones it is as high as a thumb needs. */
const LINK = {
  variant: 'plain',
  size: 'inline',
  fontSize: 'xs',
  ms: '-1px',
  minHeight: { base: '11', lg: '6' },
} as const;

/** Whether the browser promised to keep this device's data. Until then, a button to ask for the promise, or advice. */
export function StoragePromise({ persistence }: Pick<DeviceFacts, 'persistence'>) {
  const database = useDatabase();
  const [refused, setRefused] = useState(false);
  const ask = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    await askToKeepData(database);
    setRefused((await readPersistence(database)) !== 'granted');
    // The button disappears, so the panel takes the focus.
    panel?.focus();
  };
  // A browser without a promise was not asked, or cannot be asked.
  const canBeAsked = !refused && persistence !== 'unsupported';
  const help = canBeAsked ? (
    <Button {...LINK} onClick={(event) => void ask(event)}>
      {texts.ASK_FOR_PERSISTENCE}
    </Button>
  ) : (
    !isInstalled() && <InstallAdvice />
  );
  return (
    <>
      <li>{persistence ? texts.PERSISTENCE[persistence] : texts.PERSISTENCE_NOT_ASKED}</li>
      {persistence !== 'granted' && removesUnused() && (
        <li>
          {storage.REMOVES_UNUSED} {storage.SERVER_KEEPS}
        </li>
      )}
      {persistence !== 'granted' && help && (
        <chakra.li mt="1">
          <div role="status">{help}</div>
        </chakra.li>
      )}
    </>
  );
}

/** Browsers give the promise to installed apps. */
function InstallAdvice() {
  const way = useSyncExternalStore(installOffer.subscribe, installOffer.read);
  return (
    <>
      {texts.INSTALL_TO_PERSIST} {way === 'by_hand' ? <AddToHomeScreen /> : way === null && texts.INSTALL_BY_MENU}
      {way === 'prompt' && (
        <Button {...LINK} onClick={() => installOffer.install()}>
          {install.LABEL}
        </Button>
      )}
    </>
  );
}
