/**
 * Chunks of the screen that are loaded when they are first needed, and kept. A chunk that cannot be loaded shows a
 * message in its place; the rest of the page works on. It loads again when the user asks for it or the browser comes
 * online. Until the first result it suspends, like React's `lazy`. Errors inside a loaded chunk go to the error screen.
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
import { ChunkMissing, DialogMissing } from './chunk-missing.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Rendered instead of the chunk; `retry` tries again, `busy` means that an attempt is running. */
type Missing<Props> = (props: Props, retry: () => void, busy: boolean) => ReactNode;

interface AwaitedProps<Props> {
  props: Props;
  /** Called when a later attempt has loaded the chunk. */
  onLoaded: (chunk: ComponentType<Props>) => void;
}

/** Reloads the page. The default loses what the user is typing. */
export const PageReload = createContext<() => void>(() => location.reload());

/** A chunk in the page or in a panel. */
export function onDemand<Props extends object>(load: Load<Props>) {
  return createChunk(load, (_props, retry, busy) => <ChunkMissing onRetry={retry} busy={busy} />);
}

/** A dialog; the message in its place is a dialog, too. */
export function dialogOnDemand<Props extends { onClose: () => void }>(load: Load<Props>) {
  return createChunk(load, ({ onClose }, retry, busy) => (
    <DialogMissing onRetry={retry} busy={busy} onClose={onClose} />
  ));
}

/** A chunk that nobody misses while it is not loaded. */
export function extraOnDemand<Props extends object>(load: Load<Props>) {
  return createChunk(load, () => null);
}

function createChunk<Props extends object>(load: Load<Props>, missing: Missing<Props>) {
  let loaded: ComponentType<Props> | null = null;
  let attempt: Promise<ComponentType<Props> | null> | null = null;

  /** The chunk, or null when it could not be loaded. */
  async function bring() {
    try {
      if (await mayImport()) loaded = (await load()).default;
    } catch {
      // The message in the chunk's place tells it.
    }
    return loaded;
  }

  /** All instances share one attempt, until it has failed and no instance shows the failure any more. */
  function firstAttempt() {
    attempt ??= bring();
    return attempt;
  }

  function Chunk(props: Props) {
    const [Known, setKnown] = useState(() => loaded);
    return Known ? <Known {...props} /> : <Awaited props={props} onLoaded={(chunk) => setKnown(() => chunk)} />;
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
        const chunk = await bring();
        if (chunk) onLoaded(chunk);
        else giveUp();
      });
    const onOnline = useEffectEvent(() => retry(() => {}));
    useEffect(() => {
      const listener = () => onOnline();
      addEventListener('online', listener);
      return () => {
        removeEventListener('online', listener);
        // The next instance tries again.
        attempt = null;
      };
    }, []);
    // The server answers but the import failed. The chunk belongs to an older build, or the browser does not request it
    // twice. Only a reload helps.
    return missing(props, () => retry(reload), busy);
  }

  Chunk.preload = async () => {
    if (!(await firstAttempt())) attempt = null;
  };
  return Chunk;
}

const SERVER_LIMIT_MS = 10_000;

/** Whether the server responds at all. */
export async function isServerThere(): Promise<boolean> {
  try {
    await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(SERVER_LIMIT_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Browsers may remember a failed import as long as the page is open (whatwg/html#6768). So nothing is imported where it
 * is known to fail: offline without a service worker. A server on the same machine still responds then.
 */
export async function mayImport(): Promise<boolean> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return navigator.onLine || hasWorker || (await isServerThere());
}
