/**
 * The modal dialogs that are open, the topmost last. Everything outside the topmost one is inert, so whatever has to stay
 * within reach (notices) stands inside it. It knows neither what dialogs are about nor how they look.
 */
export class OpenDialogs {
  #open: readonly HTMLElement[] = [];
  readonly #listeners = new Set<() => void>();

  /** Puts a dialog on top; the returned function takes it away. */
  readonly add = (dialog: HTMLElement): (() => void) => {
    this.#change([...this.#open, dialog]);
    return () => this.#change(this.#open.filter((one) => one !== dialog));
  };

  /** The topmost dialog, or null. */
  readonly top = (): HTMLElement | null => this.#open.at(-1) ?? null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(open: readonly HTMLElement[]): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}

/** Those of this page. */
export const openDialogs = new OpenDialogs();
