/**
 * The open modal dialogs, the topmost last. Everything outside the topmost one is inert, so toasts have to be inside
 * it. It does not know what the dialogs are about or how they look.
 */
class OpenDialogs {
  #open: readonly HTMLElement[] = [];
  readonly #listeners = new Set<() => void>();

  /** Puts a dialog on top; the returned function removes it. */
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

/** The open dialogs of this page. */
export const openDialogs = new OpenDialogs();
