/** The notices on the page and their places. It does not know how they look or how long they are read. */
export interface Notice {
  title: string;
  description?: string | undefined;
  tone: 'success' | 'error' | 'info';
  /**
   * One action that is still possible, such as Undo. An action that `leads` to another place waits until no dialog is
   * open.
   */
  action?: { label: string; onAction: () => void; leads?: boolean } | undefined;
  /** The notice tells what to correct in a form; the next success removes it. */
  correctable?: boolean;
  /** How long it stays, in milliseconds; null until the user closes it. Default: 6 s, 10 s with an action. */
  duration?: number | null;
  /** Called once, when the notice has gone; `acted` tells whether its action was taken. */
  onGone?: (acted: boolean) => void;
}

export interface PlacedNotice extends Notice {
  id: number;
  /** The notice is gone, but its place stays so that no notice beyond it moves. */
  isGone: boolean;
}

/** With more than these, the oldest goes. */
const LIMIT = 4;

/** The notice only confirms something. A newer notice may replace it, so that quick work does not pile up notices. */
const isConfirmation = ({ tone, action, duration }: Notice): boolean =>
  tone !== 'error' && !action && duration !== null;

/** A message about a correction must not stay beside the news that the correction succeeded. */
const isPutRightBy = ({ correctable = false }: Notice, notice: Notice): boolean =>
  correctable && notice.tone === 'success';

/**
 * Several parts of a screen may fail for the same reason, which is shown once. A notice with an action is always shown.
 */
const saysTheSame = (one: Notice, other: Notice): boolean =>
  !one.action && !other.action && one.title === other.title && one.description === other.description;

export class NoticeBoard {
  #places: readonly PlacedNotice[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();

  /**
   * Adds a notice beyond all others, or in a free place when there is no place left there. The returned function
   * removes it.
   */
  readonly put = (notice: Notice): (() => void) => {
    const id = ++this.#last;
    const standing = this.#places.filter((one) => !one.isGone);
    const leaving = standing.filter(
      (one) => isConfirmation(one) || isPutRightBy(one, notice) || saysTheSame(one, notice),
    );
    const oldest = Math.min(...standing.map((one) => one.id));
    if (leaving.length === 0 && standing.length >= LIMIT) leaving.push(...standing.filter((one) => one.id === oldest));
    const kept = without(this.#places, leaving);
    const free = kept.length < LIMIT ? kept.length : kept.findIndex(({ isGone }) => isGone);
    this.#change(kept.toSpliced(free, 1, { ...notice, id, isGone: false }));
    for (const one of leaving) one.onGone?.(false);
    return () => this.take(id);
  };

  /** Removes a notice, after its action when `act` is true. */
  readonly take = (id: number, act = false): void => {
    const notice = this.#places.find((one) => one.id === id);
    if (!notice || notice.isGone) return;
    this.#change(without(this.#places, [notice]));
    if (act) notice.action?.onAction();
    notice.onGone?.(act);
  };

  /** At most LIMIT places, in their order from the edge of the page. */
  readonly read = (): readonly PlacedNotice[] => this.#places;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(places: readonly PlacedNotice[]): void {
    this.#places = places;
    for (const listener of this.#listeners) listener();
  }
}

/** The places up to the last notice that remains when these have left. */
function without(places: readonly PlacedNotice[], leaving: readonly PlacedNotice[]): PlacedNotice[] {
  const left = places.map((one) => (leaving.includes(one) ? { ...one, isGone: true } : one));
  return left.slice(0, left.findLastIndex(({ isGone }) => !isGone) + 1);
}
