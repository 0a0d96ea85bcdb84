/** The toasts on the page and their places. It does not know how they look or how long they are read. */
export interface Toast {
  title: string;
  description?: string | undefined;
  tone: 'success' | 'error' | 'info';
  /**
   * One action that is still possible, such as Undo. An action that `leads` to another place waits until no dialog is
   * open.
   */
  action?: { label: string; onAction: () => void; leads?: boolean } | undefined;
  /** The toast tells what to correct in a form; the next success removes it. */
  correctable?: boolean;
  /** How long it stays, in milliseconds; null until the user closes it. Default: 6 s, 10 s with an action. */
  duration?: number | null;
  /** Called once, when the toast has gone; `acted` tells whether its action was taken. */
  onGone?: (acted: boolean) => void;
}

export interface PlacedToast extends Toast {
  id: number;
  /** When it was put here. */
  since: number;
  /** The toast is gone, but its place stays so that no toast beyond it moves. */
  isGone: boolean;
  /** It took the place of another toast while others stood beyond, so it is no higher than that place. */
  isFitted: boolean;
}

/** With more than these, the oldest goes. */
const LIMIT = 4;

/** A toast that is younger when the user arrives somewhere tells what led there. */
const ARRIVAL_MS = 1000;

/** The toast only confirms something. A newer toast may replace it, so that quick work does not pile up toasts. */
const isConfirmation = ({ tone, action, duration }: Toast): boolean => tone !== 'error' && !action && duration !== null;

/** A message about a correction must not stay beside the news that the correction succeeded. */
const isPutRightBy = ({ correctable = false }: Toast, toast: Toast): boolean => correctable && toast.tone === 'success';

/**
 * Several parts of a screen may fail for the same reason, which is shown once. A toast with an action is always shown.
 */
const saysTheSame = (one: Toast, other: Toast): boolean =>
  !one.action && !other.action && one.title === other.title && one.description === other.description;

export class ToastBoard {
  #places: readonly PlacedToast[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();

  /**
   * Adds a toast beyond all others, or in a free place when there is no place left there. The returned function
   * removes it.
   */
  readonly put = (toast: Toast): (() => void) => {
    const id = ++this.#last;
    const standing = this.#places.filter((one) => !one.isGone);
    const leaving = standing.filter(
      (one) => isConfirmation(one) || isPutRightBy(one, toast) || saysTheSame(one, toast),
    );
    const oldest = Math.min(...standing.map((one) => one.id));
    if (leaving.length === 0 && standing.length >= LIMIT) leaving.push(...standing.filter((one) => one.id === oldest));
    const kept = without(this.#places, leaving);
    const isFitted = kept.length >= LIMIT;
    const free = isFitted ? kept.findIndex(({ isGone }) => isGone) : kept.length;
    this.#change(kept.toSpliced(free, 1, { ...toast, id, since: Date.now(), isGone: false, isFitted }));
    for (const one of leaving) one.onGone?.(false);
    return () => this.take(id);
  };

  /** Removes a toast, after its action when `act` is true. */
  readonly take = (id: number, act = false): void => {
    const toast = this.#places.find((one) => one.id === id);
    if (!toast || toast.isGone) return;
    this.#change(without(this.#places, [toast]));
    if (act) toast.action?.onAction();
    toast.onGone?.(act);
  };

  /**
   * The user has gone to another screen: removes what was about the last one. What can still be undone or stays until
   * it is closed remains, and so does what an action told that led here.
   */
  readonly leave = (): void => {
    const now = Date.now();
    for (const { id, action, duration, since } of this.#places) {
      if (!action && duration !== null && now - since > ARRIVAL_MS) this.take(id);
    }
  };

  /** At most LIMIT places, in their order from the edge of the page. */
  readonly read = (): readonly PlacedToast[] => this.#places;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(places: readonly PlacedToast[]): void {
    this.#places = places;
    for (const listener of this.#listeners) listener();
  }
}

/** The places up to the last toast that remains when these have left. */
function without(places: readonly PlacedToast[], leaving: readonly PlacedToast[]): PlacedToast[] {
  const left = places.map((one) => (leaving.includes(one) ? { ...one, isGone: true } : one));
  return left.slice(0, left.findLastIndex(({ isGone }) => !isGone) + 1);
}
