/** The notices that stand on the page, and in which places. It knows neither how they look nor when they have been read. */
export interface Notice {
  title: string;
  description?: string | undefined;
  tone: 'success' | 'error' | 'info';
  /** One thing that can still be done about it, such as Undo. What `leads` elsewhere waits until no dialog is in the way. */
  action?: { label: string; onAction: () => void; leads?: boolean } | undefined;
  /** Says what to correct in a form; the next success takes it down. */
  correctable?: boolean;
  /** How long it stands, in milliseconds; null until somebody closes it. Default: 6 s, 10 s with an action. */
  duration?: number | null;
  /** Called once, when the notice has gone; `acted` tells whether its action was taken. */
  onGone?: (acted: boolean) => void;
}

export interface PlacedNotice extends Notice {
  id: number;
  /** It does not stand any more, and its place is kept so that none beyond it moves. */
  isGone: boolean;
}

/** More than these and the oldest goes. */
const LIMIT = 4;

/** Only confirms something: nothing is lost when a newer notice takes its place, and quick work is not built over. */
const isConfirmation = ({ tone, action, duration }: Notice): boolean =>
  tone !== 'error' && !action && duration !== null;

/** Nobody says what to correct beside the news that it succeeded. */
const isPutRightBy = ({ correctable = false }: Notice, notice: Notice): boolean =>
  correctable && notice.tone === 'success';

/** Several parts of a screen may fail for one reason; it is said once. What can be acted on stands for itself. */
const saysTheSame = (one: Notice, other: Notice): boolean =>
  !one.action && !other.action && one.title === other.title && one.description === other.description;

export class NoticeBoard {
  #places: readonly PlacedNotice[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();

  /** Puts a notice up, beyond all others or, with no place left there, in a free one; the returned function takes it down. */
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

  /** Takes a notice down, and does its action first when asked to. */
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

/** The places up to the last notice that stands when these have left. */
function without(places: readonly PlacedNotice[], leaving: readonly PlacedNotice[]): PlacedNotice[] {
  const left = places.map((one) => (leaving.includes(one) ? { ...one, isGone: true } : one));
  return left.slice(0, left.findLastIndex(({ isGone }) => !isGone) + 1);
}
