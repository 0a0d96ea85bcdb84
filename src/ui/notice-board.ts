/** The notices that stand on the page, newest last. It knows neither how they look nor when they have been read. */
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

export interface StandingNotice extends Notice {
  id: number;
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
  #standing: readonly StandingNotice[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();

  /** Puts a notice up; the returned function takes it down. */
  readonly put = (notice: Notice): (() => void) => {
    const id = ++this.#last;
    const leaving = this.#standing.filter(
      (one) => isConfirmation(one) || isPutRightBy(one, notice) || saysTheSame(one, notice),
    );
    if (leaving.length === 0 && this.#standing.length >= LIMIT) leaving.push(...this.#standing.slice(0, 1));
    this.#change([...this.#standing, { ...notice, id }]);
    for (const one of leaving) this.take(one.id);
    return () => this.take(id);
  };

  /** Takes a notice down, and does its action first when asked to. */
  readonly take = (id: number, act = false): void => {
    const notice = this.#standing.find((one) => one.id === id);
    if (!notice) return;
    this.#change(this.#standing.filter((one) => one !== notice));
    if (act) notice.action?.onAction();
    notice.onGone?.(act);
  };

  readonly read = (): readonly StandingNotice[] => this.#standing;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(standing: readonly StandingNotice[]): void {
    this.#standing = standing;
    for (const listener of this.#listeners) listener();
  }
}
