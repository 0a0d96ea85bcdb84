/** How long each kind of deed took the people of the mixed load, in milliseconds. */
import type { Deed } from './load-member.ts';
import { inMilliseconds, type Spread, spreadOf } from './statistics.ts';

export class LoadTimes {
  readonly #of = new Map<Deed, number[]>();

  readonly note = (what: Deed, ms: number): void => {
    const measured = this.#of.get(what);
    if (measured) measured.push(ms);
    else this.#of.set(what, [ms]);
  };

  spread(what: Deed): Spread {
    return spreadOf(this.#of.get(what) ?? []);
  }

  print(): void {
    for (const [what, { length }] of this.#of)
      console.log(`${what}, ${length} times: ${inMilliseconds(this.spread(what))}`);
  }
}
