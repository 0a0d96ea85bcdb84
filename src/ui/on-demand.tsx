/**
 * Parts of the screen that are loaded when they are first needed, and kept. One that cannot be loaded leaves the rest of
 * the page alone: in its place stands a message, and it comes when it is asked for again or the browser is back online.
 * Until the first answer it suspends, as React's `lazy` does; what fails inside a loaded part is the error screen's.
 */
import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useTransition,
} from 'react';
import { DialogMissing, PartMissing } from './part-missing.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What is drawn instead; `retry` tries again, `busy` says that this goes on. */
type Missing<Props> = (props: Props, retry: () => void, busy: boolean) => ReactNode;

interface AwaitedProps<Props> {
  props: Props;
  /** Called when a later attempt brought the part. */
  onLoaded: (part: ComponentType<Props>) => void;
}

/** Loads the page anew, and by default loses what is being typed. */
export const PageReload = createContext<() => void>(() => location.reload());

/** A part that stands in the page or in a panel. */
export function onDemand<Props extends object>(load: Load<Props>) {
  return createPart(load, (_props, retry, busy) => <PartMissing onRetry={retry} busy={busy} />);
}

/** A dialog; the message in its place is one too. */
export function dialogOnDemand<Props extends { onClose: () => void }>(load: Load<Props>) {
  return createPart(load, ({ onClose }, retry, busy) => (
    <DialogMissing onRetry={retry} busy={busy} onClose={onClose} />
  ));
}

/** Something that nobody misses while it is not there. */
export function extraOnDemand<Props extends object>(load: Load<Props>) {
  return createPart(load, () => null);
}

function createPart<Props extends object>(load: Load<Props>, missing: Missing<Props>) {
  let loaded: ComponentType<Props> | null = null;
  let attempt: Promise<ComponentType<Props> | null> | null = null;

  /** The part, or null when it could not be loaded. */
  async function bring() {
    try {
      if (await mayImport()) loaded = (await load()).default;
    } catch {
      // Said in the part's place.
    }
    return loaded;
  }

  /** The same one for everybody until it has failed and nobody shows so any more. */
  function firstAttempt() {
    attempt ??= bring();
    return attempt;
  }

  function Part(props: Props) {
    const [Known, setKnown] = useState(() => loaded);
    return Known ? <Known {...props} /> : <Awaited props={props} onLoaded={(part) => setKnown(() => part)} />;
  }

  function Awaited({ props, onLoaded }: AwaitedProps<Props>) {
    const Loaded = use(firstAttempt());
    return Loaded ? <Loaded {...props} /> : <Absent props={props} onLoaded={onLoaded} />;
  }

  function Absent({ props, onLoaded }: AwaitedProps<Props>) {
    const reload = useContext(PageReload);
    const [busy, startRetry] = useTransition();
    const retry = (giveUp: () => void) =>
      startRetry(async () => {
        if (!(await isServerThere())) return;
        const part = await bring();
        if (part) onLoaded(part);
        else giveUp();
      });
    const onOnline = useEffectEvent(() => retry(() => {}));
    useEffect(() => {
      const listener = () => onOnline();
      addEventListener('online', listener);
      return () => {
        removeEventListener('online', listener);
        // Whoever needs the part next, tries anew.
        attempt = null;
      };
    }, []);
    // What fails though its server answers is of a build that is gone, or the browser does not ask for it twice.
    return missing(props, () => retry(reload), busy);
  }

  Part.preload = async () => {
    if (!(await firstAttempt())) attempt = null;
  };
  return Part;
}

const SERVER_LIMIT_MS = 10_000;

/** Whether the server answers, whatever it says. */
async function isServerThere(): Promise<boolean> {
  try {
    await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(SERVER_LIMIT_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Browsers may keep a failed import for as long as the page is open (whatwg/html#6768), so none is tried where it is known to
 * fail: offline without a service worker. A server on the same machine still answers then.
 */
async function mayImport(): Promise<boolean> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return navigator.onLine || hasWorker || (await isServerThere());
}
