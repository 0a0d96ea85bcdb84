/** How long each kind of deed took the people of the mixed load, in milliseconds. */
import type { Deed, Note } from './load-member.ts';
import { inMilliseconds, type Spread, spreadOf } from './statistics.ts';

export class LoadTimes {
  readonly #measured = new Map<Deed, number[]>();

  readonly note: Note = (what, ms) => {
    const measured = this.#measured.get(what) ?? [];
    measured.push(ms);
    this.#measured.set(what, measured);
  };

  /** Throws when nobody has done it. */
  spread(what: Deed): Spread {
    const measured = this.#measured.get(what);
    if (!measured) throw new Error(`nobody has done this: ${what}`);
    return spreadOf(measured);
  }

  print(): void {
    for (const [what, { length }] of this.#measured)
      console.log(`${what}, ${length} times: ${inMilliseconds(this.spread(what))}`);
  }
}
