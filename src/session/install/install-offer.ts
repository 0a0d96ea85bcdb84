/**
 * Whether this browser offers to install the app, and whether the user wants the offer. Browsers tell it only once and
 * early, so this listens from the start of the page.
 */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/**
 * `prompt`: the browser asks when the app tells it to. `by_hand`: only the user can install, in the browser's own menu
 * (iOS).
 */
export type InstallWay = 'prompt' | 'by_hand';

const KEY = 'carryover.install-hint';

class InstallOffer {
  #prompt: InstallPrompt | null = null;
  #way: InstallWay | null = null;
  readonly #listeners = new Set<() => void>();

  listen(): void {
    if (wasDismissed()) return;
    // Only iOS has this property; it is true in the installed app.
    if ('standalone' in navigator && navigator.standalone === false) this.#change('by_hand');
    addEventListener('beforeinstallprompt', (event) => {
      if (!isInstallPrompt(event)) return;
      event.preventDefault();
      this.#prompt = event;
      this.#change('prompt');
    });
    addEventListener('appinstalled', () => this.#change(null));
  }

  /** Null while there is nothing to offer. */
  readonly read = (): InstallWay | null => this.#way;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Lets the browser ask; it asks only once. */
  install(): void {
    void this.#prompt?.prompt();
    this.#change(null);
  }

  /** Dismisses the offer on this device for ever. */
  dismiss(): void {
    this.#change(null);
    try {
      localStorage.setItem(KEY, 'dismissed');
    } catch {
      // Without storage the dismissal lasts until the page is closed.
    }
  }

  #change(way: InstallWay | null): void {
    this.#way = way;
    for (const listener of this.#listeners) listener();
  }
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** The offer of this page. */
export const installOffer = new InstallOffer();
