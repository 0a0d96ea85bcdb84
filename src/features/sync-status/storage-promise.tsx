import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type MouseEvent, useState, useSyncExternalStore } from 'react';
import { askForPersistence, readPersistence } from '#store/persistence';
import * as install from '#texts/install';
import * as texts from '#texts/sync-panel';
import { Button } from '#ui/button';
import { installOffer } from '../install/install-offer.ts';
import { isInstalled } from '../install/is-installed.ts';
import { useDatabase } from '../session/session.tsx';

/** Reads like a word of the list, and is a thumb high on phones. */
const LINK = {
  variant: 'plain',
  size: 'inline',
  fontSize: 'xs',
  ms: '-1px',
  minHeight: { base: '11', lg: '6' },
} as const;

/** What the browser promised about the data of this device; until it promises, the way to ask it, or what helps instead. */
export function StoragePromise() {
  const database = useDatabase();
  const persistence = useLiveQuery(() => readPersistence(database), [database]);
  const [refused, setRefused] = useState(false);
  if (persistence === undefined) return null;
  const ask = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    await askForPersistence(database);
    setRefused((await readPersistence(database)) !== 'granted');
    // The button goes, and the focus shall not go with it.
    panel?.focus();
  };
  // A browser that made no promise here has not got the question, or fails at it.
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
      {persistence !== 'granted' && help && (
        <chakra.li mt="1">
          <div role="status">{help}</div>
        </chakra.li>
      )}
    </>
  );
}

/** Browsers promise it to those apps that one has installed. */
function InstallAdvice() {
  const way = useSyncExternalStore(installOffer.subscribe, installOffer.read);
  return (
    <>
      {texts.INSTALL_TO_PERSIST} {way === 'by_hand' ? install.BY_HAND : way === null && texts.INSTALL_BY_MENU}
      {way === 'prompt' && (
        <Button {...LINK} onClick={() => installOffer.install()}>
          {install.LABEL}
        </Button>
      )}
    </>
  );
}
