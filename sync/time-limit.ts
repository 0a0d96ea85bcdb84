/** A time limit that starts anew with each sign of life, and a total that does not (S60e). */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #silenceMs: number;
  readonly #total: ReturnType<typeof setTimeout>;
  #silence: ReturnType<typeof setTimeout>;

  /** `silenceMs`: milliseconds without a sign of life. `totalMs`: milliseconds at all. */
  constructor(silenceMs: number, totalMs: number = silenceMs) {
    this.#silenceMs = silenceMs;
    this.#silence = this.#abortAfter(silenceMs);
    this.#total = this.#abortAfter(totalMs);
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Call it when a part of the response has come. */
  readonly alive = (): void => {
    clearTimeout(this.#silence);
    this.#silence = this.#abortAfter(this.#silenceMs);
  };

  /** Call it when the response is complete, or will not come. */
  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
  }

  #abortAfter(milliseconds: number): ReturnType<typeof setTimeout> {
    const { signal } = this.#controller;
    return setTimeout(() => {
      if (!signal.aborted) this.#controller.abort(new DOMException('no response in time', 'TimeoutError'));
    }, milliseconds);
  }
}
