/** Parts of a browser that jsdom lacks and the screens use. They are platform only; all our own code is real. */
import type { CopyRequest } from '#store/copies/worker/messages';
import { serveSearch } from '#store/search/server';
import type { ImportRequest } from '../../src/import/worker/messages.ts';

/** Gives the current jsdom window a size in CSS pixels, and the missing parts. */
export function completePlatform({ width }: { width: number }): void {
  const matchMedia = (query: string) => {
    const [, least = '0'] = /min-width: (\d+)em/.exec(query) ?? [];
    // The page is in a browser tab: no installed app's mode matches.
    const matches = width >= Number(least) * 16 && !query.includes('display-mode');
    return Object.assign(new EventTarget(), { matches, media: query });
  };
  Object.assign(globalThis, {
    matchMedia,
    ResizeObserver: QuietObserver,
    Worker: InProcessWorker,
    CSS: { escape: escaped },
    scrollTo: () => {},
  });
  Object.assign(window, { matchMedia, innerWidth: width, scrollTo: () => {} });
  Object.assign(Element.prototype, { scrollIntoView: () => {} });
  Object.assign(HTMLDialogElement.prototype, { showModal, close });
}

/** The text as a part of a selector. */
const escaped = (text: string) => text.replace(/[^\w-]/g, '\\$&');

/** In jsdom nothing has a size, so nothing is ever resized. */
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Each kind of worker takes its own; those of an import have an id. */
type Message = ImportRequest | CopyRequest;

/** Runs a worker's own code beside the screens. Messages are cloned as between threads. */
class InProcessWorker extends EventTarget {
  readonly #take: Promise<(message: Message) => Promise<void>>;
  /** Nobody hears of a worker that has ended. It may still be at work when the window of its test is gone. */
  #ended = false;

  constructor(_address: URL, { name }: { name: string }) {
    super();
    this.#take = serve(name, (answer) => {
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(answer) }));
    });
  }

  /** A worker that is asked to end takes nothing any more. Here it shares the databases of the screens. */
  postMessage(message: Message | 'end'): void {
    if (message === 'end') {
      this.#ended = true;
      return;
    }
    const cloned = structuredClone(message);
    void this.#take.then((take) => take(cloned));
  }

  terminate(): void {
    this.#ended = true;
  }
}

/** Hardly any test reads a file, so the readers of files are loaded when one does. The search takes any message. */
async function serve(name: string, post: (answer: unknown) => void): Promise<(message: Message) => Promise<void>> {
  if (name === 'search') return serveSearch(post);
  if (name === 'copy') {
    const { serveCopies } = await import('#store/copies/worker/server');
    const take = serveCopies(post);
    return async (message) => ('id' in message ? undefined : take(message));
  }
  const { serveImport } = await import('../../src/import/worker/server.ts');
  const take = serveImport(post);
  return async (message) => ('id' in message ? take(message) : undefined);
}

const FOCUSABLE = 'input, select, textarea, button, a[href]';

function showModal(this: HTMLDialogElement): void {
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  this.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented)
      this.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
}

function close(this: HTMLDialogElement): void {
  this.removeAttribute('open');
}
